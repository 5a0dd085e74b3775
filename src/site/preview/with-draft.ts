import type { Content } from '../../model/content/published-content.ts'
import type { Draft } from '../../model/preview/preview.ts'

/** The published content as it would be with this draft: replacing its entry, or inserted by its order. */
export const withDraft = (content: Content, draft: Draft): Content => {
  if (draft.collection === 'settings') return { ...content, settings: draft.settings }
  const { collection, entry } = draft
  const others = (content[collection] as { id: string; order: number }[]).filter(({ id }) => id !== entry.id)
  const after = others.findIndex(({ order }) => order > entry.order)
  return { ...content, [collection]: others.toSpliced(after < 0 ? others.length : after, 0, entry) }
}
