import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import { filled } from '../../../model/words/template.ts'
import { useMarks } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'

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

/** Skills with their percentages. */
export const Skills = ({ title, entries }: { title: string; entries: PublishedEntry<'skills'>[] }) =>
  entries.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">{title}</h3>
      <ul className="skills-list" data-meters="">
        {entries.map((entry) => (
          <Skill key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  )
