import type { Content } from '../../model/publishing/published-content.ts'
import { completeResumeOrder, type ResumePart } from '../../model/sections/sections.ts'
import { filled } from '../../model/words/template.ts'
import type { Words } from '../../model/words/words.ts'
import { noMarks } from '../markup/marks.ts'
import { counted } from '../sections/resume/counted.ts'
import type { Linked, TimelineItem } from '../sections/resume/timeline.tsx'
import { certificateItem, educationItem, experienceItem } from '../sections/resume/timeline-items.ts'
import { lineText, link, list, longText, parts } from './markdown-text.ts'

const linked = ({ text, url }: Linked) => (url ? link(text, url) : lineText(text))

const station = ({ from, to, title, place, text, highlights }: TimelineItem): string => {
  const years = from === to || to === '' ? from : `${from} – ${to}`
  const at = place.filter((part) => part.text !== '').map(linked)
  return parts(
    `#### ${linked(title)}`,
    [lineText(years), ...at].filter((part) => part !== '').join(' · '),
    longText(text),
    list(highlights.map(lineText)),
  )
}

const under = (title: string, text: string) => (text === '' ? '' : parts(`### ${lineText(title)}`, text))

/** The parts in the order of the page, then counters. */
export const resumeMarkdown = (content: Content, words: Words): string => {
  const { resume } = words
  const { educations, experiences, skills, certificates, languages, settings } = content
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
        skills.map(({ name, percent }) =>
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
