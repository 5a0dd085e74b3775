import type { PublishedEntry } from '../../../model/content/published-content.ts'

/** Labelled meters. The number is text; the bar only draws it, by SVG attributes, because style attributes are forbidden. */
export const Skills = ({ entries }: { entries: PublishedEntry<'skills'>[] }) =>
  entries.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">Skills</h3>
      <ul className="skills-list" data-meters="">
        {entries.map((entry) => (
          <li key={entry.id} className="skill">
            <span className="skill-name" dir="auto">
              {entry.name}
            </span>
            <span className="skill-percent">{entry.percent}&nbsp;%</span>
            <svg
              className="meter"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              height="3"
              aria-hidden="true"
              focusable="false"
            >
              <rect className="meter-fill" width={entry.percent ?? 0} height="1" />
            </svg>
          </li>
        ))}
      </ul>
    </div>
  )
