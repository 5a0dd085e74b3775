import { type Content, imageIn } from '../../model/content/published-content.ts'
import type { Draft, PreviewView } from '../../model/preview/preview.ts'
import { frameOf } from '../page/frame.tsx'
import { markup } from '../page/markup.ts'
import type { Memo } from '../page/memo.ts'
import { type MadeSection, pageSections } from '../page/one-page.tsx'
import { ProjectArticle } from '../page/pages/project-article.tsx'
import { neighboursOf } from '../page/pages/project-pages.tsx'
import { registry } from '../sections/sections.ts'

export interface Parts {
  navbar: string
  main: MadeSection[]
  footer: string
}

const project = ({ projects, media }: Content, id: string, memo: Memo): MadeSection[] => {
  const index = projects.findIndex((one) => one.id === id)
  const shown = projects[index]
  if (!shown) return []
  const image = imageIn(media, shown.image)
  const input = { project: shown, image, ...neighboursOf(projects, index) }
  return [{ id: 'project', html: memo.keep('article', input, (props) => markup(<ProjectArticle {...props} />)) }]
}

/** The markup of the page for this content, in the parts that change by themselves. */
export const partsOf = (content: Content, draft: Draft, { page }: PreviewView, memo: Memo): Parts => {
  const { navbar, footer } = frameOf(content, memo, new Date().getFullYear(), registry)
  const main =
    page === 'project' && draft.collection === 'projects'
      ? project(content, draft.entry.id, memo)
      : pageSections(content, memo, registry)({ filter: 'all', landing: false, sent: false, refused: null })
  memo.endRendering()
  return { navbar, main, footer }
}
