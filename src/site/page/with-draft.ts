import type { Draft } from '../../model/preview/preview.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { withoutPerson, withPerson } from '../../model/settings/with-person.ts'

const inserted = (content: Content, { collection, entry }: Exclude<Draft, { collection: 'settings' }>): Content => {
  const others = (content[collection] as { id: string; order: number }[]).filter(({ id }) => id !== entry.id)
  const after = others.findIndex(({ order }) => order > entry.order)
  return { ...content, [collection]: others.toSpliced(after < 0 ? others.length : after, 0, entry) }
}

/** The published content as it would be with this draft: replacing its entry, or inserted by its order. */
export const withDraft = (content: Content, draft: Draft): Content => {
  if (draft.collection === 'settings') {
    const about = draft.about ? [draft.about, ...content.about.slice(1)] : content.about
    return { ...content, about, settings: withPerson(draft.settings, about[0]) }
  }
  const next = inserted(content, draft)
  if (draft.collection !== 'about') return next
  return { ...next, settings: withPerson(withoutPerson(content.settings, content.about[0]), next.about[0]) }
}
