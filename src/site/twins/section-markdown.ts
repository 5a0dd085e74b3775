import { collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { twinPath } from '../../model/publishing/page-paths.ts'
import type { PublishedEntry } from '../../model/publishing/published-content.ts'
import type { DesignedSectionId, PlainSectionId, SectionId } from '../../model/sections/sections.ts'
import type { Words } from '../../model/words/words.ts'
import { entriesOn, perPage } from '../markup/paging.ts'
import { listRows } from '../sections/lists/list-section.tsx'
import { shownLists } from '../sections/lists/section.ts'
import { sectionPages } from '../sections/pages/section-pages.tsx'
import { isLong } from '../sections/portfolio/shown-projects.ts'
import { blocksMarkdown, imageMarkdown, type Source } from './block-markdown.ts'
import { projectsMarkdown, testimonialsMarkdown } from './list-markdown.ts'
import { atRank, lineText, link, list, longText, parts } from './markdown-text.ts'
import { resumeMarkdown } from './resume-markdown.ts'

type SectionMarkdown = (source: Source, words: Words) => string

const aboutFacts = ({ name, email, age, from, live }: PublishedEntry<'about'>, { about }: Words) =>
  list([
    `${lineText(about.name)}: ${lineText(name)}`,
    `${lineText(about.email)}: ${link(email, `mailto:${email}`)}`,
    age === null ? '' : `${lineText(about.age)}: ${age}`,
    from ? `${lineText(about.from)}: ${lineText(from)}` : '',
    `${lineText(about.live)}: ${lineText(live)}`,
  ])

const absolute = (target: string, url: string) => (target.startsWith('/') ? url + target : target)

const titled = (title: string, text: string) => parts(`## ${lineText(title)}`, text)

const itemLine = ({ date, title, url, place, text, links }: ReturnType<typeof listRows>[number], site: string) => {
  const to = (label: string, target: string) => link(label, absolute(target, site))
  const parts = [date, place, text].filter((part) => part !== '').map(lineText)
  return [url === '' ? lineText(title) : to(title, url), ...parts, ...links.map((one) => to(one.label, one.url))].join(
    ' · ',
  )
}

/** Text of each section below its title. Home has none, and each list and each page that is a section has its own. */
const designed: Record<DesignedSectionId, SectionMarkdown> = {
  home: ({ content: { settings } }) =>
    parts(
      lineText(settings.role),
      list(settings.headlines.map(lineText)),
      lineText(settings.location),
      lineText(settings.description),
    ),
  about: (source, words) => {
    const { about, settings } = source.content
    return parts(
      atRank(settings.introduction, 3),
      ...about.map((entry) => parts(imageMarkdown(entry.image, source, entry.name), aboutFacts(entry, words))),
      settings.cv ? link(words.about.cv, absolute(settings.cv, source.url)) : '',
    )
  },
  job: ({ content: { services } }) =>
    parts(...services.map(({ title, text }) => parts(`### ${lineText(title)}`, longText(text)))),
  resume: ({ content }, words) => resumeMarkdown(content, words),
  portfolio: ({ content, url }, words) =>
    parts(
      projectsMarkdown(entriesOn(content.projects, 1), url),
      isLong(content) ? link(words.lists.archive, url + twinPath('/projects')) : '',
    ),
  testimonial: ({ content: { testimonials }, url }, words) =>
    parts(
      testimonialsMarkdown(entriesOn(testimonials, 1)),
      testimonials.length > perPage ? link(words.lists.allTestimonials, url + twinPath('/testimonials')) : '',
    ),
  lists: ({ content, url }, { language }) =>
    parts(
      ...shownLists(content).map(({ title, items }) =>
        titled(title, list(listRows(items, language).map((row) => itemLine(row, url)))),
      ),
    ),
  pages: (source) =>
    parts(...sectionPages(source.content).map(({ title, blocks }) => titled(title, blocksMarkdown(blocks, source, 3)))),
  contact: ({ content: { settings }, url }) =>
    parts(
      lineText(settings.contactSentence),
      list(settings.socials.map((social) => link(social.label, absolute(social.url, url)))),
    ),
}

const plain = (name: PlainSectionId, { content }: Source): string => {
  const { preview } = collections[name] as Collection
  return list(
    (content[name] as Record<string, unknown>[]).map((entry) =>
      [preview.title, preview.subtitle ?? '']
        .flatMap((field) => (entry[field] ? [lineText(String(entry[field]))] : []))
        .join(': '),
    ),
  )
}

const untitled: readonly SectionId[] = ['home', 'lists', 'pages']

/** A section of the one page with its title. */
export const sectionMarkdown = (id: SectionId, source: Source, words: Words): string => {
  const own = Object.hasOwn(designed, id) ? designed[id as DesignedSectionId] : undefined
  const text = own ? own(source, words) : plain(id as PlainSectionId, source)
  return untitled.includes(id) ? text : titled(words.sections[id].title, text)
}
