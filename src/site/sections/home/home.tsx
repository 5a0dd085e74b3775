import type { Settings } from '../../../model/settings/settings.ts'
import { useMarks } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'
import { rings } from './rings.ts'

type HomeSettings = Pick<Settings, 'name' | 'role' | 'headlines' | 'headlinePause' | 'location' | 'hireLink'>

/** Size class of a name: by its longest word, which must not break, and by its whole length. */
const nameScale = (name: string): 'short' | 'medium' | 'long' => {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length))
  if (longest > 15 || name.length > 36) return 'long'
  return longest > 9 || name.length > 20 ? 'medium' : 'short'
}

const Name = ({ name }: { name: string }) => {
  const words = name.split(/\s+/)
  return (
    <h1 className="home-name" data-scale={nameScale(name)} dir="auto" {...useMarks().setting('name')}>
      {words.length === 2 ? words.map((word, i) => <span key={word}>{i === 0 ? `${word} ` : word}</span>) : name}
    </h1>
  )
}

// What moves for longer than five seconds can be stopped: WCAG 2.2.2.
const Toggle = () => (
  <button
    className="typed-toggle"
    type="button"
    data-typed-toggle=""
    aria-pressed="false"
    aria-label={useWords().home.pause}
  >
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true" focusable="false">
      <path className="typed-pause" d="M4 3h2.5v10H4zm5.5 0H12v10H9.5z" />
      <path className="typed-play" d="M4 2.5v11l9-5.5z" />
    </svg>
  </button>
)

const Headline = ({ headlines, headlinePause }: Pick<HomeSettings, 'headlines' | 'headlinePause'>) => {
  const mark = useMarks().setting('headlines')
  const [first] = headlines
  if (first === undefined) return null
  if (headlines.length === 1)
    return (
      <p className="typed typed-row" dir="auto" {...mark}>
        {first}
      </p>
    )
  return (
    <div className="typed-row">
      <div className="typed" data-typed={JSON.stringify(headlines)} data-typed-pause={headlinePause * 1000}>
        <ul className="visually-hidden">
          {headlines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
        <p className="typed-line" aria-hidden="true" dir="auto" {...mark}>
          <span data-typed-text="">{first}</span>
        </p>
        {headlines.map((line) => (
          <p key={line} className="typed-room" aria-hidden="true" dir="auto">
            {line}
          </p>
        ))}
      </div>
      <Toggle />
    </div>
  )
}

/** The first screen. */
export const Home = ({ settings }: { settings: HomeSettings }) => {
  const marks = useMarks()
  const words = useWords()
  const drawn = rings(settings.name)
  return (
    <section id="home" className="home" aria-label={words.sections.home.name}>
      <svg className="rings" viewBox="0 0 1000 1000" aria-hidden="true" focusable="false">
        <g id="rings">
          <path d={drawn.filter((_, i) => i !== 16).join('')} />
          <path className="rings-mark" d={drawn[16]} />
        </g>
      </svg>
      <div className="home-inner">
        <Name name={settings.name} />
        <Headline headlines={settings.headlines} headlinePause={settings.headlinePause} />
        <div className="home-foot">
          {settings.role ? (
            <p className="home-role" dir="auto" {...marks.setting('role')}>
              {settings.role}
            </p>
          ) : null}
          {settings.location ? (
            <p className="home-location" dir="auto" {...marks.setting('location')}>
              {settings.location}
            </p>
          ) : null}
          {settings.hireLink ? (
            <a className="button-filled" href={settings.hireLink} {...marks.setting('hireLink')}>
              {words.home.hire}
            </a>
          ) : null}
        </div>
      </div>
    </section>
  )
}
