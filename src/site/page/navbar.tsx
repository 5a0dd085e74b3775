import type { SectionLink } from '../sections/registry.ts'
import { useMarks } from './marks.ts'

interface Props {
  name: string
  links: SectionLink[]
}

const Links = ({ links }: { links: SectionLink[] }) =>
  links.map(({ id, label }) => (
    <li key={id}>
      <a href={`/#${id}`} data-section={id}>
        {label}
      </a>
    </li>
  ))

/**
 * The bar at the top, and the sheet that replaces it on small screens. The sheet has two openers, of which the style sheet shows
 * one: a button where scripts run, and a link to the sheet's fragment where they do not.
 */
export const Navbar = ({ name, links }: Props) => {
  const mark = useMarks().setting('name')
  return (
    <>
      <header className="nav" data-nav="">
        <nav className="nav-inner" aria-label="Main">
          <a className="nav-name" href="/#home" data-section="home" dir="auto" {...mark}>
            {name}
          </a>
          <ul className="nav-links">
            <Links links={links} />
          </ul>
          <button
            className="nav-toggle nav-toggle-script"
            type="button"
            data-menu-toggle=""
            aria-controls="menu"
            aria-expanded="false"
          >
            Menu
          </button>
          <a className="nav-toggle nav-toggle-plain" href="#menu">
            Menu
          </a>
        </nav>
      </header>
      <dialog className="menu" id="menu" data-menu="" aria-label="Menu">
        <div className="menu-head">
          <a className="nav-name" href="/#home" data-section="home" dir="auto" {...mark}>
            {name}
          </a>
          <button className="nav-toggle nav-toggle-script" type="button" data-menu-close="">
            Close
          </button>
          <a className="nav-toggle nav-toggle-plain" href="#top">
            Close
          </a>
        </div>
        <ul className="menu-links">
          <Links links={links} />
        </ul>
      </dialog>
    </>
  )
}
