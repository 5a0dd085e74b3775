import type { SiteLink } from '../sections/define-section.ts'
import { useMarks } from './marks.ts'
import { useWords } from './words.ts'

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
          <ul className="nav-links">
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
