import type { ReactNode } from 'react'
import { localeOf } from '../../model/content/period.ts'
import { type Content, isVisible } from '../../model/publishing/published-content.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { isTimeZone } from '../../model/text-rules.ts'
import { pairOf } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { useMarks } from '../markup/marks.ts'
import type { Renderer } from '../markup/renderer.ts'
import { useWords } from '../markup/words.ts'
import { footerLinks, siteLinks } from '../sections/registry.ts'
import type { SiteLink } from '../sections/section.tsx'
import { iconLinks } from './icons.ts'

/** `© 2023`, and from the next year on `© 2023–YYYY`. */
export const copyrightYears = (since: number, year: number): string =>
  year > since ? `© ${since}–${year}` : `© ${since}`

/** What the page says of itself. */
interface ColophonProps {
  /** Names of its typefaces. */
  typefaces: string
  /** The day of the last publish, YYYY-MM-DD where the owner is; empty while nothing says it. */
  changed: string
  place: string
  /** Empty without one that is known here. */
  zone: string
}

/** A text around what stands for its placeholder. */
const Around = ({ text, children }: { text: string; children: ReactNode }) => {
  const [before, after] = text.split(/\{\w+\}/)
  return (
    <li>
      {before}
      {children}
      {after}
    </li>
  )
}

/**
 * The colophon. The time comes last, so that nothing moves when it takes the place of the zone's name, which is true without a script, too,
 * in summer and in winter.
 */
const Colophon = ({ typefaces, changed, place, zone }: ColophonProps) => {
  const marks = useMarks()
  const { language, page } = useWords()
  const locale = localeOf(language)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const zoneName = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric', timeZone: zone || 'UTC' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  return (
    <ul className="footer-links colophon" {...marks.setting('colophon')}>
      {typefaces ? (
        <Around text={page.setIn}>
          <bdi>{typefaces}</bdi>
        </Around>
      ) : null}
      {changed ? (
        <Around text={page.changed}>
          <time dateTime={changed}>{day.format(new Date(changed))}</time>
        </Around>
      ) : null}
      {place || zone ? (
        <li {...marks.setting('timeZone')}>
          <bdi>{place}</bdi>{' '}
          {zone ? (
            <span data-island="clock" data-zone={zone}>
              {zoneName}
            </span>
          ) : null}
        </li>
      ) : null}
    </ul>
  )
}

/** What the colophon of this content says; null where the owner wants none, or nothing is known. */
const colophonOf = ({ settings, times }: Content, theme: Theme | undefined): ColophonProps | null => {
  // Content that an earlier version stored has neither.
  const { colophon, timeZone = '', location, typefaces } = settings
  if (!colophon) return null
  const zone = isTimeZone(timeZone) ? timeZone : ''
  const last = times && Object.values(times.entries).reduce((one, other) => (one > other ? one : other), times.settings)
  // Swedish writes a day as ISO 8601 does.
  const day = new Intl.DateTimeFormat('sv', { timeZone: zone || 'UTC' })
  const { display, text } = theme?.tokens.font ?? {}
  const families = new Set([display?.$value[0], text?.$value[0]].filter((name) => name !== undefined))
  const said = {
    typefaces: (theme && pairOf(theme, typefaces)?.name) ?? [...families].join(' & '),
    // Of what was there before the first publish, the time is that of the epoch.
    changed: last && Date.parse(last) > 0 ? day.format(new Date(last)) : '',
    // Coordinates and the like follow a dot.
    place: location.split(' · ')[0] ?? '',
    zone,
  }
  return Object.values(said).some(Boolean) ? said : null
}

interface FooterProps {
  settings: Pick<Settings, 'name' | 'copyrightSince' | 'socials'>
  colophon: ColophonProps | null
  /** To the pages that the owner wants here. */
  links: SiteLink[]
  year: number
}

/** The last line. */
const Footer = ({ settings, colophon, links, year }: FooterProps) => {
  const marks = useMarks()
  const { page, lists } = useWords()
  return (
    <footer className="footer">
      <p className="footer-rights" {...marks.setting('copyrightSince')}>
        {copyrightYears(settings.copyrightSince, year)} <bdi>{settings.name}</bdi>
      </p>
      {links.length > 0 ? (
        <ul className="footer-links" aria-label={lists.pages}>
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} dir="auto">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {settings.socials.length > 0 ? (
        <ul className="footer-links" aria-label={page.elsewhere}>
          {settings.socials.map(({ label, url }, index) => (
            <li key={url} {...marks.setting('socials', index)}>
              <a href={url} rel="me" dir="auto">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <a className="footer-top" href="#top">
        {page.top} <span aria-hidden="true">↑</span>
      </a>
      {colophon ? <Colophon {...colophon} /> : null}
    </footer>
  )
}

interface Props {
  name: string
  /** Where the name leads. */
  home: string
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
const Navbar = ({ name, home, links, current }: Props) => {
  const mark = useMarks().setting('name')
  const { page } = useWords()
  return (
    <>
      <header className="nav" data-nav="">
        <nav className="nav-inner" aria-label={page.navigation}>
          <a className="nav-name" href={home} data-section="home" dir="auto" {...mark}>
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
          <a className="nav-name" href={home} data-section="home" dir="auto" {...mark}>
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

/** Parts of every page around its content. */
export type Frame = ReturnType<typeof frameOf>

/** Icons, navbar and footer, which every page has. `current` is the path of a page that may have a link in the navbar. */
export const frameOf = (
  content: Content,
  renderer: Renderer,
  year: number,
  { theme, current }: { theme?: Theme | undefined; current?: string | undefined } = {},
) => {
  const { name, copyrightSince, socials } = content.settings
  const links = siteLinks(content, renderer.words).filter(({ section }) => section !== 'home')
  const inFooter = footerLinks(content)
  const home = isVisible(content, 'home') ? '/#home' : '/#top'
  const icons = iconLinks(content)
  return {
    icons,
    navbar: renderer.html('navbar', Navbar, { name, home, links, current }),
    footer: renderer.html('footer', Footer, {
      settings: { name, copyrightSince, socials },
      colophon: colophonOf(content, theme),
      ...{ links: inFooter, year },
    }),
  }
}
