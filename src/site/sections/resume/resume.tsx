import type { PublishedEntry } from '../../../model/content/published-content.ts'
import type { Settings } from '../../../model/settings/settings.ts'
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

/** Education and experience, then what is known and how well, and what was counted. */
export const Resume = ({ educations, experiences, skills, counters }: Props) => (
  <section id="resume" className="section resume" aria-labelledby="resume-title">
    <SectionHeading id="resume" title="Resume" />
    <Timeline
      title="Education"
      items={educations.map((entry) => ({
        id: entry.id,
        from: String(entry.start_year),
        to: String(entry.end_year),
        title: entry.faculty,
        place: entry.university,
        text: entry.about,
      }))}
    />
    <Timeline
      title="Experience"
      items={experiences.map((entry) => ({
        id: entry.id,
        from: entry.start_year,
        to: entry.end_year,
        title: entry.name,
        place: entry.program,
        text: entry.about,
      }))}
    />
    <Skills entries={skills} />
    <Counters counters={counters} />
  </section>
)
