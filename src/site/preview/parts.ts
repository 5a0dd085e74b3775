import { type Content, imageIn } from '../../model/content/published-content.ts'
import type { Draft, PreviewView } from '../../model/preview/preview.ts'
import { frameOf } from '../page/frame.ts'
import { pageSections, type RenderedSection } from '../page/one-page.ts'
import { ProjectArticle } from '../page/pages/project-article.tsx'
import { neighboursOf } from '../page/pages/project-pages.ts'
import type { Renderer } from '../page/renderer.ts'

/** The markup of a page in the parts that change independently. */
export interface Parts {
  navbar: string
  main: RenderedSection[]
  footer: string
}

const projectPart = ({ projects, media }: Content, id: string, renderer: Renderer): RenderedSection[] => {
  const index = projects.findIndex((one) => one.id === id)
  const project = projects[index]
  if (!project) return []
  const props = { project, image: imageIn(media, project.image), ...neighboursOf(projects, index) }
  return [{ id: 'project', html: renderer.html('article', ProjectArticle, props) }]
}

/** The one-page site or, for a project, its own page. */
export const partsOf = (content: Content, draft: Draft, { page }: PreviewView, renderer: Renderer): Parts => {
  const { navbar, footer } = frameOf(content, renderer, new Date().getFullYear())
  const main =
    page === 'project' && draft.collection === 'projects'
      ? projectPart(content, draft.entry.id, renderer)
      : pageSections(content, renderer)({ filter: 'all', landing: false, sent: false, refused: null })
  renderer.memo.endRendering()
  return { navbar, main, footer }
}
