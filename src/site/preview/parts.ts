import type { Content } from '../../model/content/published-content.ts'
import type { Draft, PreviewView } from '../../model/preview/preview.ts'
import { frameOf } from '../page/frame.ts'
import { pageSections, type RenderedSection } from '../page/one-page.ts'
import { OwnPage } from '../page/pages/own-page.tsx'
import { ownPageOf } from '../page/pages/own-pages.ts'
import { ProjectArticle } from '../page/pages/project-article.tsx'
import { articleOf } from '../page/pages/project-pages.ts'
import type { Renderer } from '../page/renderer.ts'

/** The markup of a page in the parts that change independently. */
export interface Parts {
  navbar: string
  main: RenderedSection[]
  footer: string
}

const projectPart = (content: Content, id: string, renderer: Renderer): RenderedSection[] => {
  const index = content.projects.findIndex((one) => one.id === id)
  if (index < 0) return []
  const props = { ...articleOf(content, renderer.words, index), styles: undefined }
  return [{ id: 'project', html: renderer.html('article', ProjectArticle, props) }]
}

/** The page on which the draft stands; undefined for the one-page site. */
const ownPart = (content: Content, draft: Draft, { page }: PreviewView, renderer: Renderer) => {
  if (draft.collection === 'pages' && draft.entry.placement === 'page') {
    const html = renderer.html('own-page', OwnPage, ownPageOf(draft.entry, content, renderer))
    return { path: `/${draft.entry.slug}`, main: [{ id: 'own-page', html }] }
  }
  if (page !== 'project' || draft.collection !== 'projects') return undefined
  return { path: undefined, main: projectPart(content, draft.entry.id, renderer) }
}

/** The one-page site, the page of a project, or one of the owner's pages. */
export const partsOf = (content: Content, draft: Draft, view: PreviewView, renderer: Renderer): Parts => {
  const own = ownPart(content, draft, view, renderer)
  const { navbar, footer } = frameOf(content, renderer, new Date().getFullYear(), own?.path)
  const main =
    own?.main ?? pageSections(content, renderer)({ filter: 'all', landing: false, sent: false, refused: null })
  renderer.memo.endRendering()
  return { navbar, main, footer }
}
