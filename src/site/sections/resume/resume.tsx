import type { PublishedEntry } from '../../../model/content/published-content.ts'
import { present } from '../../../model/fields/fields.ts'
import type { Settings } from '../../../model/settings/settings.ts'
import { useMarks } from '../../page/marks.ts'
import { SectionHeading } from '../section-heading.tsx'
import { Counters } from './counters.tsx'
import { Skills } from './skills.tsx'
import { Timeline } from './timeline.tsx'

interface Props {
  educations: PublishedEntry<'educations'>[]
  experiences: PublishedEntry<'experiences'>[]
  skills: PublishedEntry<'skills'>[]
  counters: Settings['counters']
}

/** Education and experience, then skills and counters. */
export const Resume = ({ educations, experiences, skills, counters }: Props) => {
  const marks = useMarks()
  return (
    <section id="resume" className="section resume" aria-labelledby="resume-title">
      <SectionHeading id="resume" />
      <Timeline
        title="Education"
        items={educations.map((entry) => {
          const mark = marks.entry('educations', entry.id)
          return {
            id: entry.id,
            from: String(entry.start_year),
            to: entry.end_year === null ? present : String(entry.end_year),
            title: entry.faculty,
            place: entry.university,
            text: entry.about,
            marks: {
              item: mark(),
              years: mark('start_year', 'end_year'),
              title: mark('faculty'),
              place: mark('university'),
              text: mark('about'),
            },
          }
        })}
      />
      <Timeline
        title="Experience"
        items={experiences.map((entry) => {
          const mark = marks.entry('experiences', entry.id)
          return {
            id: entry.id,
            from: entry.start_year,
            to: entry.end_year,
            title: entry.name,
            place: entry.program,
            text: entry.about,
            marks: {
              item: mark(),
              years: mark('start_year', 'end_year'),
              title: mark('name'),
              place: mark('program'),
              text: mark('about'),
            },
          }
        })}
      />
      <Skills entries={skills} />
      <Counters counters={counters} />
    </section>
  )
}
