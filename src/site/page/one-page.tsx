import type { Content } from '../../model/publishing/published-content.ts'
import type { Renderer } from '../markup/renderer.ts'
import type { View } from '../sections/define-section.ts'
import { shownSections } from '../sections/registry.ts'

/** The page's first heading where the home section is hidden; only screen readers get it. */
const OwnerHeading = ({ name }: { name: string }) => <h1 className="visually-hidden">{name}</h1>

export interface RenderedSection {
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
