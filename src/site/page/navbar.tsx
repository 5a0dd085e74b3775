import { useMarks } from '../markup/marks.ts'
import { useWords } from '../markup/words.ts'
import type { SiteLink } from '../sections/define-section.ts'

interface Props {
  name: string
  links: SiteLink[]
  /** Path of the page on which it stands, of one to which it may have a link. */
  current?: string | undefined
}

const Links = ({ links, current }: Pick<Props, 'links' | 'current'>) =>
  links.map(({ href, label, section }) => (
    <li key={href}>
      <a href={href} data-section={section} aria-current={href === current ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ))

/** Widths of letters in em, rather too large than too small. From 2E80 on they are squares: Han, kana, emoji. */
const widths = [
  [/[\u2e80-\uffff]/, 1],
  [/[fijlrtıI ]/, 0.34],
  [/[mwMW]/, 0.86],
  [/[a-zß]/, 0.54],
] as const

const widthOf = (text: string) =>
  [...text.normalize('NFD').replace(/\p{M}/gu, '')].reduce(
    (sum, letter) => sum + (widths.find(([letters]) => letters.test(letter))?.[1] ?? 0.72),
    0,
  )

/** Which width of the links, in rem, is enough for them in a window of 48 rem and leaves enough for the name; undefined when none is. */
const fitting = (name: string, links: SiteLink[]) => {
  const gap = links.length < 5 ? 2.25 : 1
  const needed = links.reduce((sum, { label }) => sum + widthOf(label) * 0.9375 + gap, -gap)
  return [30, 35].find((width) => needed <= width && widthOf(name) * 1.1 + 2 + width <= 44)
}

/**
 * The bar at the top, and the sheet that replaces it on small screens. The sheet has two openers, of which the style sheet shows
 * one: a button where scripts run, and a link to the sheet's fragment where they do not.
 */
export const Navbar = ({ name, links, current }: Props) => {
  const mark = useMarks().setting('name')
  const { page } = useWords()
  return (
    <>
      <header className="nav" data-nav="">
        <nav className="nav-inner" aria-label={page.navigation}>
          <a className="nav-name" href="/#home" data-section="home" dir="auto" {...mark}>
            {name}
          </a>
          <ul className="nav-links" data-fits={fitting(name, links)}>
            <Links links={links} current={current} />
          </ul>
          <button
            className="nav-toggle nav-toggle-script"
            type="button"
            data-menu-toggle=""
            aria-controls="menu"
            aria-expanded="false"
          >
            {page.menu}
          </button>
          <a className="nav-toggle nav-toggle-plain" href="#menu">
            {page.menu}
          </a>
        </nav>
      </header>
      <dialog className="menu" id="menu" data-menu="" aria-label={page.menu}>
        <div className="menu-head">
          <a className="nav-name" href="/#home" data-section="home" dir="auto" {...mark}>
            {name}
          </a>
          <button className="nav-toggle nav-toggle-script" type="button" data-menu-close="">
            {page.close}
          </button>
          <a className="nav-toggle nav-toggle-plain" href="#top">
            {page.close}
          </a>
        </div>
        <ul className="menu-links">
          <Links links={links} current={current} />
        </ul>
      </dialog>
    </>
  )
}
