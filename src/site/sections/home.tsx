import type { PublishedImage } from '../../model/media/published-image.ts'
import { type Content, imageIn, isVisible, shownPerson } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { Image, windowSizes } from '../markup/image.tsx'
import { useMarks } from '../markup/marks.ts'
import { hash, randomFrom } from '../markup/seed.ts'
import { initials, useWords } from '../markup/words.ts'
import { cardImage } from './portfolio-layout.ts'
import { defineSection } from './section.tsx'

type Point = readonly [number, number]

const pointsPerRing = 14
const ringCount = 26

/** A closed smooth curve through the points (uniform Catmull–Rom), in whole units, relative to keep it short. */
const curve = (points: Point[]): string => {
  const at = (i: number) => points[(i + points.length) % points.length] as Point
  const first = at(0)
  let [x, y] = [Math.round(first[0]), Math.round(first[1])]
  let path = `M${x} ${y}`
  for (let i = 0; i < points.length; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const controls: Point[] = [
      [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6],
      [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6],
      p2,
    ]
    // After the first segment the first control point mirrors the one before it: `s` says so in two numbers less.
    const numbers = (i === 0 ? controls : controls.slice(1)).flatMap(([cx, cy]) => [
      Math.round(cx) - x,
      Math.round(cy) - y,
    ])
    path += (i === 0 ? 'c' : 's') + numbers.join(' ').replaceAll(' -', '-')
    ;[x, y] = [Math.round(p2[0]), Math.round(p2[1])]
  }
  return `${path}z`
}

/**
 * The year rings of a name: closed curves round the middle of a 1000 × 1000 square, from the inside out.
 * The same name always grows the same rings; wide years and narrow ones, and a lean that every ring hands on to the next.
 */
export const rings = (name: string): string[] => {
  const random = randomFrom(hash(name))
  const waves = [2, 3, 5, 7].map((count) => ({ count, phase: random() * Math.PI * 2, size: random() / count }))
  const lean = random() * Math.PI * 2
  const years = Array.from({ length: ringCount }, () => 0.45 + random() ** 2 * 1.5)
  const whole = years.reduce((sum, year) => sum + year, 0)
  let grown = 0
  return years.map((year, index) => {
    grown += year / whole
    const radius = 24 + grown * 410
    const drift = index * 0.035
    return curve(
      Array.from({ length: pointsPerRing }, (_, i) => {
        const angle = (i / pointsPerRing) * Math.PI * 2
        const bend = waves.reduce(
          (sum, { count, phase, size }) => sum + size * Math.sin(angle * count + phase + drift * count),
          0,
        )
        const distance = radius * (1 + (0.03 + 0.12 * grown) * bend) + grown * (1 - grown) * 60 * Math.cos(angle - lean)
        return [500 + Math.cos(angle) * distance, 500 + Math.sin(angle) * distance] as const
      }),
    )
  })
}

const columnCount = 136

/**
 * The measurements of a name, as a histogram: the number of squares in each column. A narrow hill of the first word, and one for each of the
 * others, wider and lower, as high as their letters are many.
 */
const squares = (name: string): number[][] => {
  const random = randomFrom(hash(name))
  const words = name.split(/\s+/).slice(0, 4)
  const room = 76 / Math.max(1, words.length - 1)
  return words.map((word, index) => {
    const middle = index === 0 ? 16 + random() * 6 : 52 + room * (index - 0.7 + random() * 0.4)
    const width = index === 0 ? 5 + random() * 1.5 : room * (0.13 + random() * 0.07)
    const height = index === 0 ? 22 : 7 + Math.min([...word].length, 12) * 0.7
    return Array.from({ length: columnCount }, (_, column) => {
      const distance = (column - middle) / width
      return Math.round(height * Math.exp(-distance * distance * 0.5) * (0.75 + random() * 0.4))
    })
  })
}

/** A line up from each column that has squares; its dashes are the squares. */
const columnsPath = (counts: number[]): string =>
  counts.map((count, column) => (count > 0 ? `M${column + 0.5} 0v-${count}` : '')).join('')

type HomeSettings = Pick<
  PublicSettings,
  'name' | 'role' | 'headlines' | 'headlinePause' | 'location' | 'availability' | 'hireLink' | 'firstScreen' | 'mark'
>

/** The image of the first screen, and where it leads. */
interface Shown {
  image: PublishedImage
  /** Path and title of the project of which it is. */
  project?: { path: string; title: string; year: number | null }
}

/** Size class of a name or title: by its longest word, which must not break, and by its whole length. */
export const nameScale = (name: string): 'short' | 'medium' | 'long' => {
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

/** The drawing made from the name. The rings stand in the markup once: the contact section and the preview draw the same. */
const Mark = ({ name, mark }: Pick<HomeSettings, 'name' | 'mark'>) => {
  if (mark === 'rule') return <div className="home-rule" aria-hidden="true" />
  if (mark === 'initials')
    return (
      <p className="home-initials" aria-hidden="true">
        {initials(name)}
      </p>
    )
  if (mark === 'none') return null
  if (mark === 'squares') {
    const [first, ...others] = squares(name).map(columnsPath)
    return (
      <svg
        className="home-squares"
        viewBox={`0 -26 ${columnCount} 26`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d={others.join('')} />
        <path className="home-squares-mark" d={first} />
      </svg>
    )
  }
  const drawn = rings(name)
  return (
    <svg className="rings" viewBox="0 0 1000 1000" aria-hidden="true" focusable="false">
      <g id="rings">
        <path d={drawn.filter((_, i) => i !== 16).join('')} />
        <path className="rings-mark" d={drawn[16]} />
      </g>
    </svg>
  )
}

const Picture = ({ image, project, first }: Shown & { first: boolean }) => {
  const shown = <Image image={image} sizes={windowSizes} first={first} whole />
  return (
    <figure className="home-picture">
      {project ? (
        <a href={project.path} aria-label={project.title}>
          {shown}
        </a>
      ) : (
        shown
      )}
      {project ? (
        <figcaption className="home-caption" dir="auto">
          {project.title} {project.year ? <span className="home-year">{project.year}</span> : null}
        </figcaption>
      ) : null}
    </figure>
  )
}

/** Where the owner is and when they are free: one small text, with a line for each. */
const Whereabouts = ({ location, availability }: Pick<HomeSettings, 'location' | 'availability'>) => {
  const marks = useMarks()
  const lines = [
    { text: location, mark: marks.setting('location') },
    { text: availability, mark: marks.setting('availability') },
  ].filter(({ text }) => text)
  const [first, second] = lines
  if (!first) return null
  if (!second)
    return (
      <p className="home-location" dir="auto" {...first.mark}>
        {first.text}
      </p>
    )
  return (
    <p className="home-location">
      <span dir="auto" {...first.mark}>
        {first.text}
      </span>
      <br />
      <span dir="auto" {...second.mark}>
        {second.text}
      </span>
    </p>
  )
}

/** The first screen. */
const Home = ({ settings, shown }: { settings: HomeSettings; shown: Shown | undefined }) => {
  const marks = useMarks()
  const words = useWords()
  const isBelow = settings.firstScreen === 'words'
  const picture = shown ? <Picture {...shown} first={!isBelow} /> : null
  return (
    <section id="home" className="home" aria-label={words.sections.home.name} data-layout={settings.firstScreen}>
      <Mark name={settings.name} mark={settings.mark} />
      {isBelow ? null : picture}
      <div className="home-inner">
        <Name name={settings.name} />
        <Headline headlines={settings.headlines} headlinePause={settings.headlinePause} />
        <div className="home-foot">
          {settings.role ? (
            <p className="home-role" dir="auto" {...marks.setting('role')}>
              {settings.role}
            </p>
          ) : null}
          <Whereabouts {...settings} />
          {settings.hireLink ? (
            <a className="button-filled" href={settings.hireLink} {...marks.setting('hireLink')}>
              {words.home.hire}
            </a>
          ) : null}
        </div>
      </div>
      {isBelow ? picture : null}
    </section>
  )
}

/**
 * The first project with an image, or the portrait; what is missing leaves the name as the largest. Below a sentence, where a theme may
 * show it from edge to edge, a wide one that is not among the first two.
 */
const firstScreenImage = (content: Content): Shown | undefined => {
  const { projects, settings, media } = content
  if (settings.firstScreen === 'portrait') {
    const image = imageIn(media, shownPerson(content)?.image ?? null)
    return image && { image }
  }
  const isFirst = settings.firstScreen === 'work'
  if (!isFirst && settings.firstScreen !== 'words') return undefined
  for (const project of projects.slice(isFirst ? 0 : 2)) {
    const image = cardImage(project, media)
    const { title, year, slug } = project
    const isWide = image && image.width > 1.2 * image.height
    if (image && (isWide || isFirst)) return { image, project: { path: `/projects/${slug}`, title, year } }
  }
  return undefined
}

/** Where *Hire Me* leads: without Contact on the page to the owner's email address instead; empty for nowhere. */
const hireLinkOf = (content: Content): string => {
  const { hireLink, socials } = content.settings
  if (isVisible(content, 'contact') || !/^\/?#contact$/.test(hireLink)) return hireLink
  return socials.find(({ url }) => /^mailto:/i.test(url))?.url ?? ''
}

const homeSettings = [
  ...(['name', 'role', 'headlines', 'headlinePause', 'location', 'availability', 'hireLink'] as const),
  ...(['firstScreen', 'mark'] as const),
]

export const home = defineSection('home', {
  settings: homeSettings,
  hasContent: () => true,
  html: (content, renderer) => {
    const shown = firstScreenImage(content)
    const settings = Object.fromEntries(homeSettings.map((name) => [name, content.settings[name]])) as HomeSettings
    const firstScreen = shown || settings.firstScreen === 'words' ? settings.firstScreen : 'name'
    return renderer.html('home', Home, { settings: { ...settings, firstScreen, hireLink: hireLinkOf(content) }, shown })
  },
})
