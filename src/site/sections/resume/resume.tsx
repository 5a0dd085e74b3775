import type { PublishedEntry } from '../../../model/content/published-content.ts'
import type { Settings } from '../../../model/settings/settings.ts'
import { useMarks } from '../../page/marks.ts'
import { useWords } from '../../page/words.ts'
import { SectionHeading } from '../section-heading.tsx'
import { Counters } from './counters.tsx'
import { Languages } from './languages.tsx'
import { Skills } from './skills.tsx'
import { Timeline } from './timeline.tsx'
import { certificateItem, educationItem, experienceItem } from './timeline-items.ts'

interface Props {
  educations: PublishedEntry<'educations'>[]
  experiences: PublishedEntry<'experiences'>[]
  skills: PublishedEntry<'skills'>[]
  certificates: PublishedEntry<'certificates'>[]
  languages: PublishedEntry<'languages'>[]
  counters: Settings['counters']
}

/** Education and experience, then skills, certificates, languages and counters. */
export const Resume = ({ educations, experiences, skills, certificates, languages, counters }: Props) => {
  const marks = useMarks()
  const words = useWords()
  const { resume } = words
  return (
    <section id="resume" className="section resume" aria-labelledby="resume-title">
      <SectionHeading id="resume" />
      <Timeline title={resume.education} items={educations.map((entry) => educationItem(entry, marks, words))} />
      <Timeline title={resume.experience} items={experiences.map((entry) => experienceItem(entry, marks, words))} />
      <Skills title={resume.skills} entries={skills} />
      <Timeline title={resume.certificates} items={certificates.map((entry) => certificateItem(entry, marks))} />
      <Languages title={resume.languages} entries={languages} />
      <Counters counters={counters} />
    </section>
  )
}
