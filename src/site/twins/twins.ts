import { type CollectionName, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { yearSpan } from '../../model/content/period.ts'
import { deferredFile, type Page } from '../../model/publishing/page.ts'
import { facetsOf, slugPath, twinPath } from '../../model/publishing/page-paths.ts'
import { type Content, isVisible, type PublishedEntry } from '../../model/publishing/published-content.ts'
import { completeResumeOrder, type ResumePart, type SectionId, sections } from '../../model/sections/sections.ts'
import { filled } from '../../model/words/template.ts'
import type { Words } from '../../model/words/words.ts'
import { noMarks } from '../markup/marks.ts'
import { entriesOn, hasWall } from '../markup/paging.ts'
import { listRows, shownLists } from '../sections/lists.tsx'
import { ownPageLinks, sectionPages } from '../sections/pages.tsx'
import { canonicalOf, groupsOf, isLong } from '../sections/portfolio-layout.ts'
import { shownSections } from '../sections/registry.ts'
import {
  certificateItem,
  counted,
  educationItem,
  experienceItem,
  type Linked,
  shownSkills,
  type TimelineItem,
} from '../sections/resume.tsx'
import {
  atRank,
  blocksMarkdown,
  imageMarkdown,
  lineText,
  link,
  list,
  longText,
  parts,
  projectMarkdown,
  type Source,
  testimonialMarkdown,
} from './block-markdown.ts'

/** Links to the twins of projects, with their summaries. */
const projectsMarkdown = (projects: readonly PublishedEntry<'projects'>[], url: string): string =>
  list(
    projects.map(({ title, slug, summary }) => {
      const to = link(title, url + twinPath(slugPath('projects', slug) ?? '/'))
      return summary === '' ? to : `${to}: ${lineText(summary)}`
    }),
  )

const testimonialsMarkdown = (
  entries: readonly PublishedEntry<'testimonials'>[],
  { selection }: Pick<Content, 'selection'>,
  { ask, language }: Words,
): string =>
  parts(selection ? lineText(ask.selection) : '', ...entries.map((one) => testimonialMarkdown(one, language)))

const linked = ({ text, url }: Linked) => (url ? link(text, url) : lineText(text))

const station = ({ from, to, title, place, text, highlights }: TimelineItem): string => {
  const at = place.filter((part) => part.text !== '').map(linked)
  return parts(
    `#### ${linked(title)}`,
    [lineText(yearSpan(from, to)), ...at].filter((part) => part !== '').join(' · '),
    longText(text),
    list(highlights.map(lineText)),
  )
}

const under = (title: string, text: string) => (text === '' ? '' : parts(`### ${lineText(title)}`, text))

/** The parts in the order of the page, then counters. */
const resumeMarkdown = (content: Content, words: Words): string => {
  const { resume } = words
  const { educations, experiences, certificates, languages, settings } = content
  const texts: Readonly<Record<ResumePart, string>> = {
    educations: under(
      resume.education,
      parts(...educations.map((entry) => station(educationItem(entry, noMarks, words)))),
    ),
    experiences: under(
      resume.experience,
      parts(...experiences.map((entry) => station(experienceItem(entry, noMarks, words)))),
    ),
    skills: under(
      resume.skills,
      list(
        shownSkills(content).map(({ name, percent }) =>
          lineText(percent === null ? name : `${name}: ${filled(resume.percent, { n: percent })}`),
        ),
      ),
    ),
    certificates: under(
      resume.certificates,
      parts(...certificates.map((entry) => station(certificateItem(entry, noMarks)))),
    ),
    languages: under(
      resume.languages,
      list(languages.map(({ name, level }) => lineText(level === '' ? name : `${name}: ${resume.levels[level]}`))),
    ),
  }
  return parts(
    ...completeResumeOrder(settings.resumeOrder).map((part) => texts[part]),
    list(counted(content).map(({ value, label }) => lineText(`${label}: ${value}`))),
  )
}

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

/** Text of a section below its title, where the names of its entries are not enough. Home has no title, and each list and each page its own. */
const written: Partial<Record<SectionId, SectionMarkdown>> = {
  home: ({ content: { settings } }) =>
    parts(
      lineText(settings.role),
      list(settings.headlines.map(lineText)),
      lineText(settings.location),
      lineText(settings.availability ?? ''),
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
  testimonial: ({ content, content: { testimonials }, url }, words) =>
    parts(
      testimonialsMarkdown(entriesOn(testimonials, 1), content, words),
      hasWall(content) ? link(words.lists.allTestimonials, url + twinPath('/testimonials')) : '',
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

/** Titles and subtitles of the entries of a collection. */
const named = (name: CollectionName, content: Content): string => {
  const { preview } = collections[name] as Collection
  return list(
    (content[name] as object as Record<string, unknown>[]).map((entry) =>
      [preview.title, preview.subtitle ?? '']
        .flatMap((field) => (entry[field] ? [lineText(String(entry[field]))] : []))
        .join(': '),
    ),
  )
}

const untitled: readonly SectionId[] = ['home', 'lists', 'pages']

/** A section of the one page with its title. */
const sectionMarkdown = (id: SectionId, source: Source, words: Words): string => {
  const text =
    written[id]?.(source, words) ?? parts(...sections[id].collections.map((name) => named(name, source.content)))
  return untitled.includes(id) ? text : titled(words.sections[id].title, text)
}

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
  if (isVisible(content, 'portfolio'))
    for (const { filter, label, projects: shown } of groupsOf(content, words)) {
      const title = filter === 'all' ? words.sections.portfolio.title : label
      yield twin(`/${filter}`, title, () => projectsMarkdown(shown, url), canonicalOf(content, filter))
    }
  yield twin('/projects', words.lists.archive, () => projectsMarkdown(projects, url))
  for (const { path, label, projects: shown } of facetsOf(projects, settings.categories))
    yield twin(path, label, () => projectsMarkdown(shown, url))
  if (hasWall(content))
    yield twin('/testimonials', words.testimonials.title, () => testimonialsMarkdown(testimonials, content, words))
  for (const project of projects)
    yield twin(`/projects/${project.slug}`, project.title, () => projectMarkdown(project, source, words))
  for (const { placement, slug, title, blocks } of pages)
    if (placement === 'page') yield twin(`/${slug}`, title, () => blocksMarkdown(blocks, source))
}
