import { Fragment, type ReactNode } from 'react'
import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { ResumePart } from '../../../model/sections/sections.ts'
import type { Settings } from '../../../model/settings/settings.ts'
import { useMarks } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'
import { SectionHeading } from '../section-heading.tsx'
import { Counters } from './counters.tsx'
import { Languages } from './languages.tsx'
import { Skills } from './skills.tsx'
import { Timeline } from './timeline.tsx'
import { certificateItem, educationItem, experienceItem } from './timeline-items.ts'

interface Props {
  order: readonly ResumePart[]
  educations: PublishedEntry<'educations'>[]
  experiences: PublishedEntry<'experiences'>[]
  skills: PublishedEntry<'skills'>[]
  certificates: PublishedEntry<'certificates'>[]
  languages: PublishedEntry<'languages'>[]
  counters: Settings['counters']
}

/** The parts in the owner's order, then counters. */
export const Resume = ({ order, educations, experiences, skills, certificates, languages, counters }: Props) => {
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
    skills: <Skills title={resume.skills} entries={skills} />,
    certificates: (
      <Timeline title={resume.certificates} items={certificates.map((entry) => certificateItem(entry, marks))} />
    ),
    languages: <Languages title={resume.languages} entries={languages} />,
  }
  return (
    <section id="resume" className="section resume" aria-labelledby="resume-title">
      <SectionHeading id="resume" />
      {order.map((part) => (
        <Fragment key={part}>{parts[part]}</Fragment>
      ))}
      <Counters counters={counters} />
    </section>
  )
}
