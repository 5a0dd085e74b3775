import { Fragment, type ReactNode } from 'react'
import { experienceAt, monthText, yearSpan } from '../../model/content/period.ts'
import { present } from '../../model/fields/fields.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { completeResumeOrder, type ResumePart, sections } from '../../model/sections/sections.ts'
import type { PublicSettings, Settings } from '../../model/settings/settings.ts'
import { filled } from '../../model/words/template.ts'
import type { Words } from '../../model/words/words.ts'
import { type MarkAttributes, type Marks, useMarks } from '../markup/marks.ts'
import { useWords } from '../markup/words.ts'
import { defineSection, SectionHeading } from './section.tsx'

/** The counters with the numbers that the page shows: the typed one, or how many entries of a collection are published. */
export const counted = (content: Content): PublicSettings['counters'] =>
  content.settings.counters.map((counter) =>
    counter.counts ? { ...counter, value: content[counter.counts].length } : counter,
  )

/** The skills as the owner wants them shown: with how well, as words without it, or none. */
export const shownSkills = ({ skills, settings: { skillsLayout } }: Content): PublishedEntry<'skills'>[] => {
  if (skillsLayout === 'none') return []
  return skillsLayout === 'words' ? skills.map((skill) => ({ ...skill, percent: null })) : skills
}

/** Huge numerals; the script counts up to the value in the markup. */
const Counters = ({ counters }: { counters: Settings['counters'] }) => {
  const marks = useMarks()
  return counters.length === 0 ? null : (
    <ul className="counters" data-count={counters.length}>
      {counters.map(({ value, label }, index) => (
        <li
          key={label}
          className="counter"
          data-digits={String(value).length > 4 ? 'many' : 'few'}
          {...marks.setting('counters', index)}
        >
          <span className="counter-value" data-counter={value}>
            {value}
          </span>{' '}
          <span className="counter-label" dir="auto">
            {label}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Language = ({ entry }: { entry: PublishedEntry<'languages'> }) => {
  const mark = useMarks().entry('languages', entry.id)
  const { resume } = useWords()
  return (
    <li className="language" {...mark()}>
      <span className="skill-name" dir="auto" {...mark('name')}>
        {entry.name}
      </span>{' '}
      {entry.level === '' ? null : (
        <span className="skill-percent" {...mark('level')}>
          {resume.levels[entry.level]}
        </span>
      )}
    </li>
  )
}

/** Languages with how well they are spoken. */
const Languages = ({ title, entries }: { title: string; entries: PublishedEntry<'languages'>[] }) =>
  entries.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">{title}</h3>
      <ul className="skills-list">
        {entries.map((entry) => (
          <Language key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  )

/** A labelled meter. The number is text; the bar only draws it, by SVG attributes, because style attributes are forbidden. */
const Skill = ({ entry }: { entry: PublishedEntry<'skills'> }) => {
  const mark = useMarks().entry('skills', entry.id)
  const { resume } = useWords()
  return (
    <li className="skill" {...mark()}>
      <span className="skill-name" dir="auto" {...mark('name')}>
        {entry.name}
      </span>
      {entry.percent === null ? null : (
        <>
          <span className="skill-percent" {...mark('percent')}>
            {filled(resume.percent, { n: entry.percent })}
          </span>
          <svg
            className="meter"
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            height="3"
            aria-hidden="true"
            focusable="false"
            {...mark('percent')}
          >
            <rect className="meter-fill" width={entry.percent} height="1" />
          </svg>
        </>
      )}
    </li>
  )
}

interface SkillsProps {
  title: string
  entries: PublishedEntry<'skills'>[]
  layout: PublicSettings['skillsLayout']
}

/** Skills with their percentages, or their names alone. */
const Skills = ({ title, entries, layout }: SkillsProps) =>
  entries.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">{title}</h3>
      <ul className={layout === 'words' ? 'skills-words' : 'skills-list'} data-meters="">
        {entries.map((entry) => (
          <Skill key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  )

/** Text that may lead somewhere. */
export interface Linked {
  text: string
  url?: string
}

export interface TimelineItem {
  id: string
  from: string
  to: string
  title: Linked
  /** Parts of the line under the title; empty ones are left out. */
  place: Linked[]
  text: string
  highlights: string[]
  marks: Record<'item' | 'years' | 'title' | 'place' | 'text' | 'highlights', MarkAttributes>
}

const LinkedText = ({ text, url }: Linked) => (url ? <a href={url}>{text}</a> : text)

const Place = ({ parts }: { parts: Linked[] }) => {
  const [first, ...others] = parts.filter(({ text }) => text !== '')
  if (!first || others.length === 0) return first ? <LinkedText {...first} /> : null
  return [first, ...others].map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same text.
    <Fragment key={index}>
      {index > 0 ? ' · ' : null}
      <bdi>
        <LinkedText {...part} />
      </bdi>
    </Fragment>
  ))
}

const Item = ({ item }: { item: TimelineItem }) => (
  <li className="timeline-item" {...item.marks.item}>
    {item.from === '' ? null : (
      <p className="timeline-years" dir="auto" {...item.marks.years}>
        {yearSpan(item.from, item.to)}
      </p>
    )}
    <div>
      <h4 className="timeline-name" dir="auto" {...item.marks.title}>
        <LinkedText {...item.title} />
      </h4>
      {item.place.some(({ text }) => text !== '') ? (
        <p className="timeline-place" dir="auto" {...item.marks.place}>
          <Place parts={item.place} />
        </p>
      ) : null}
      {item.text === '' ? null : (
        <p className="timeline-text" dir="auto" {...item.marks.text}>
          {item.text}
        </p>
      )}
      {item.highlights.length > 0 ? (
        <ul className="timeline-highlights" {...item.marks.highlights}>
          {item.highlights.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  </li>
)

/** Stations with their years, in the owner's order. */
const Timeline = ({ title, items }: { title: string; items: TimelineItem[] }) =>
  items.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">{title}</h3>
      <ol className="timeline-items">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
    </div>
  )

/** In the preview, a year may not be typed yet. */
const yearText = (year: number | null | undefined): string => (typeof year === 'number' ? String(year) : '')

export const educationItem = (entry: PublishedEntry<'educations'>, marks: Marks, words: Words): TimelineItem => {
  const mark = marks.entry('educations', entry.id)
  return {
    id: entry.id,
    from: yearText(entry.start_year),
    to: entry.end_year === null ? words.resume.present : yearText(entry.end_year),
    title: { text: entry.faculty },
    place: [{ text: entry.degree }, { text: entry.university, url: entry.url }, { text: entry.location }],
    text: entry.about,
    highlights: [],
    marks: {
      item: mark(),
      years: mark('start_year', 'end_year'),
      title: mark('faculty'),
      place: mark('university', 'degree', 'location', 'url'),
      text: mark('about'),
      highlights: {},
    },
  }
}

export const experienceItem = (entry: PublishedEntry<'experiences'>, marks: Marks, words: Words): TimelineItem => {
  const mark = marks.entry('experiences', entry.id)
  const { company } = entry
  return {
    id: entry.id,
    from: monthText(entry.start_year, entry.start_month, words.language),
    to: entry.end_year === present ? words.resume.present : monthText(entry.end_year, entry.end_month, words.language),
    ...experienceAt(entry),
    text: entry.about,
    highlights: entry.highlights,
    marks: {
      item: mark(),
      years: mark('start_year', 'end_year', 'start_month', 'end_month'),
      title: mark('name', ...(company === '' ? (['url'] as const) : [])),
      place: mark('program', 'company', 'location', ...(company === '' ? [] : (['url'] as const))),
      text: mark('about'),
      highlights: mark('highlights'),
    },
  }
}

export const certificateItem = (entry: PublishedEntry<'certificates'>, marks: Marks): TimelineItem => {
  const mark = marks.entry('certificates', entry.id)
  return {
    id: entry.id,
    from: yearText(entry.year),
    to: '',
    title: { text: entry.title, url: entry.url },
    place: [{ text: entry.issuer }],
    text: '',
    highlights: [],
    marks: {
      item: mark(),
      years: mark('year'),
      title: mark('title', 'url'),
      place: mark('issuer'),
      text: {},
      highlights: {},
    },
  }
}

interface Props {
  order: readonly ResumePart[]
  educations: PublishedEntry<'educations'>[]
  experiences: PublishedEntry<'experiences'>[]
  skills: PublishedEntry<'skills'>[]
  certificates: PublishedEntry<'certificates'>[]
  languages: PublishedEntry<'languages'>[]
  counters: Settings['counters']
  layouts: Pick<PublicSettings, 'skillsLayout' | 'timelineLayout'>
}

/** The parts in the owner's order, then counters. */
const Resume = ({ order, educations, experiences, skills, certificates, languages, counters, layouts }: Props) => {
  const marks = useMarks()
  const words = useWords()
  const { resume } = words
  const parts: Readonly<Record<ResumePart, ReactNode>> = {
    educations: (
      <Timeline title={resume.education} items={educations.map((entry) => educationItem(entry, marks, words))} />
    ),
    experiences: (
      <Timeline title={resume.experience} items={experiences.map((entry) => experienceItem(entry, marks, words))} />
    ),
    skills: <Skills title={resume.skills} entries={skills} layout={layouts.skillsLayout} />,
    certificates: (
      <Timeline title={resume.certificates} items={certificates.map((entry) => certificateItem(entry, marks))} />
    ),
    languages: <Languages title={resume.languages} entries={languages} />,
  }
  return (
    <section
      id="resume"
      className="section resume"
      aria-labelledby="resume-title"
      data-timeline={layouts.timelineLayout}
    >
      <SectionHeading id="resume" />
      {order.map((part) => (
        <Fragment key={part}>{parts[part]}</Fragment>
      ))}
      <Counters counters={counters} />
    </section>
  )
}

const hasEntries = (content: Content) =>
  sections.resume.collections.some((name) => (name === 'skills' ? shownSkills(content) : content[name]).length > 0)

export const resume = defineSection('resume', {
  settings: ['counters', 'resumeOrder', 'skillsLayout', 'timelineLayout'],
  hasContent: (content) => hasEntries(content) || content.settings.counters.length > 0,
  html: (content, renderer) => {
    const { educations, experiences, certificates, languages } = content
    const { skillsLayout, timelineLayout } = content.settings
    const [counters, order] = [counted(content), completeResumeOrder(content.settings.resumeOrder)]
    return renderer.html('resume', Resume, {
      order,
      educations,
      experiences,
      skills: shownSkills(content),
      certificates,
      languages,
      counters,
      layouts: { skillsLayout, timelineLayout },
    })
  },
})
