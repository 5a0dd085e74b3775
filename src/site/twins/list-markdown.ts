import { slugPath, twinPath } from '../../model/publishing/page-paths.ts'
import type { PublishedEntry } from '../../model/publishing/published-content.ts'
import { quoteMarkdown } from './block-markdown.ts'
import { lineText, link, list, parts } from './markdown-text.ts'

/** Links to the twins of projects, with their summaries. */
export const projectsMarkdown = (projects: readonly PublishedEntry<'projects'>[], url: string): string =>
  list(
    projects.map(({ title, slug, summary }) => {
      const to = link(title, url + twinPath(slugPath('projects', slug) ?? '/'))
      return summary === '' ? to : `${to}: ${lineText(summary)}`
    }),
  )

export const testimonialsMarkdown = (entries: readonly PublishedEntry<'testimonials'>[]): string =>
  parts(...entries.map(({ feedback, fullname, country }) => quoteMarkdown(feedback, fullname, country)))
