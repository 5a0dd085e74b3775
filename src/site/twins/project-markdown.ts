import type { PublishedEntry } from '../../model/publishing/published-content.ts'
import type { Words } from '../../model/words/words.ts'
import { hostOf } from '../markup/host-of.ts'
import { categoriesOf } from '../sections/portfolio/filters.ts'
import { blocksMarkdown, imageMarkdown, type Source } from './block-markdown.ts'
import { lineText, link, list, longText, parts } from './markdown-text.ts'

type Project = PublishedEntry<'projects'>

const factsOf = (project: Project, { content }: Source, words: Words): string => {
  const { page, project: labels } = words
  const kinds = categoriesOf(project, content.settings, words).map(({ label }) => label)
  const facts: [label: string, value: string][] = [
    [labels.kind, lineText(kinds.join(', '))],
    [labels.client, lineText(project.client)],
    [labels.role, lineText(project.role)],
    [labels.period, lineText(project.period)],
    [labels.year, project.year ? String(project.year) : ''],
    [labels.team, lineText(project.team.join(page.separator))],
    [labels.tags, lineText(project.tags.join(page.separator))],
    [labels.awards, lineText(project.awards.join(page.separator))],
    [labels.link, project.url ? link(hostOf(project.url), project.url) : ''],
    [labels.links, project.links.map(({ label, url }) => link(label, url)).join(', ')],
  ]
  return list(facts.map(([label, value]) => (value === '' ? '' : `${lineText(label)}: ${value}`)))
}

/** Text of the page of a project, without its title. */
export const projectMarkdown = (project: Project, source: Source, words: Words): string =>
  parts(
    longText(project.summary),
    imageMarkdown(project.image, source, project.title),
    factsOf(project, source, words),
    blocksMarkdown(project.blocks, source),
  )
