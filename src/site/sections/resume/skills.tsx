import type { PublishedEntry } from '../../../model/content/published-content.ts'
import { useMarks } from '../../page/marks.ts'

/** A labelled meter. The number is text; the bar only draws it, by SVG attributes, because style attributes are forbidden. */
const Skill = ({ entry }: { entry: PublishedEntry<'skills'> }) => {
  const mark = useMarks().entry('skills', entry.id)
  return (
    <li className="skill" {...mark()}>
      <span className="skill-name" dir="auto" {...mark('name')}>
        {entry.name}
      </span>
      <span className="skill-percent" {...mark('percent')}>
        {entry.percent}&nbsp;%
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
        <rect className="meter-fill" width={entry.percent ?? 0} height="1" />
      </svg>
    </li>
  )
}

/** Skills with their percentages. */
export const Skills = ({ entries }: { entries: PublishedEntry<'skills'>[] }) =>
  entries.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">Skills</h3>
      <ul className="skills-list" data-meters="">
        {entries.map((entry) => (
          <Skill key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  )
