import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import { useMarks } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'

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
export const Languages = ({ title, entries }: { title: string; entries: PublishedEntry<'languages'>[] }) =>
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
