import { deferredFile, type Page } from '../../model/publishing/page.ts'
import { facetsOf, twinPath } from '../../model/publishing/page-paths.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Words } from '../../model/words/words.ts'
import { hasWall } from '../markup/paging.ts'
import { ownPageLinks } from '../sections/pages.tsx'
import { canonicalOf, groupsOf } from '../sections/portfolio-layout.ts'
import { shownSections } from '../sections/registry.ts'
import { blocksMarkdown, lineText, link, list, parts, projectMarkdown } from './block-markdown.ts'
import { projectsMarkdown, sectionMarkdown, testimonialsMarkdown } from './section-markdown.ts'

const type = 'text/markdown; charset=utf-8'

/**
 * A Markdown twin of each public page, made at its first visit. Search engines find the page itself in its Link header (RFC 6596), so
 * that the twin is no second one to them.
 */
export function* twins(content: Content, words: Words, url: string): Generator<Page> {
  const source = { content, url }
  const { projects, pages, testimonials, settings } = content
  const { name } = settings

  const twin = (path: string, title: string, text: () => string, canonical = path) => {
    const page = url + canonical
    const body = () => `${parts(`# ${lineText(title)}`, text(), '---', link(page, page))}\n`
    return deferredFile(twinPath(path), body, { type, link: `<${page}>; rel="canonical"` })
  }
  const ownLinks = () =>
    list(
      (['navbar', 'footer'] as const).flatMap((location) =>
        ownPageLinks(content, location).map(({ href, label }) => link(label, url + twinPath(href))),
      ),
    )

  yield twin('/', name, () =>
    parts(...shownSections(content).map(({ id }) => sectionMarkdown(id, source, words)), ownLinks()),
  )
  for (const { filter, label, projects: shown } of groupsOf(content, words)) {
    const title = filter === 'all' ? words.sections.portfolio.title : label
    yield twin(`/${filter}`, title, () => projectsMarkdown(shown, url), canonicalOf(content, filter))
  }
  yield twin('/projects', words.lists.archive, () => projectsMarkdown(projects, url))
  for (const { path, label, projects: shown } of facetsOf(projects, settings.categories))
    yield twin(path, label, () => projectsMarkdown(shown, url))
  if (hasWall(testimonials))
    yield twin('/testimonials', words.testimonials.title, () => testimonialsMarkdown(testimonials, content, words))
  for (const project of projects)
    yield twin(`/projects/${project.slug}`, project.title, () => projectMarkdown(project, source, words))
  for (const { placement, slug, title, blocks } of pages)
    if (placement === 'page') yield twin(`/${slug}`, title, () => blocksMarkdown(blocks, source))
}
