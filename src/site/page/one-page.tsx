import type { Draft } from '../../model/preview/preview.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { withoutPerson, withPerson } from '../../model/settings/with-person.ts'
import type { Renderer } from '../markup/renderer.ts'
import { shownSections } from '../sections/registry.ts'
import type { View } from '../sections/section.tsx'

/** The page's first heading where the home section is hidden; only screen readers get it. */
const OwnerHeading = ({ name }: { name: string }) => <h1 className="visually-hidden">{name}</h1>

interface RenderedSection {
  id: string
  html: string
}

/** The sections of the one-page site in their order, for each of its views. */
export const pageSections = (content: Content, renderer: Renderer): ((view: View) => RenderedSection[]) => {
  const shown = shownSections(content).map((section) => ({ id: section.id, html: section.html(content, renderer) }))
  // The page keeps its first heading when the owner hides the first section.
  const heading: RenderedSection[] =
    shown[0]?.id === 'home'
      ? []
      : [{ id: 'heading', html: renderer.html('heading', OwnerHeading, { name: content.settings.name }) }]
  return (view) => [
    ...heading,
    ...shown.map(({ id, html }) => ({ id, html: typeof html === 'string' ? html : html(view) })),
  ]
}

/** The markup inside <main> of the one-page site, for each of its views. */
export const onePage = (content: Content, renderer: Renderer): ((view: View) => string) => {
  const sections = pageSections(content, renderer)
  return (view) =>
    sections(view)
      .map(({ html }) => html)
      .join('')
}

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
