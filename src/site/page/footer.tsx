import type { Settings } from '../../model/settings/settings.ts'
import { useMarks } from '../markup/marks.ts'
import { useWords } from '../markup/words.ts'
import type { SiteLink } from '../sections/define-section.ts'

/** `© 2023`, and from the next year on `© 2023–YYYY`. */
export const copyrightYears = (since: number, year: number): string =>
  year > since ? `© ${since}–${year}` : `© ${since}`

interface Props {
  settings: Pick<Settings, 'name' | 'copyrightSince' | 'socials'>
  /** To the pages that the owner wants here. */
  links: SiteLink[]
  year: number
}

/** The last line. */
export const Footer = ({ settings, links, year }: Props) => {
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
    </footer>
  )
}
