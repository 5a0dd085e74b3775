import type { Settings } from '../../model/settings/settings.ts'
import { useMarks } from './marks.ts'

/** `© 2023`, and from the next year on `© 2023–YYYY`. */
export const copyrightYears = (since: number, year: number): string =>
  year > since ? `© ${since}–${year}` : `© ${since}`

interface Props {
  settings: Pick<Settings, 'name' | 'copyrightSince' | 'socials'>
  year: number
}

/** The last line. */
export const Footer = ({ settings, year }: Props) => {
  const marks = useMarks()
  return (
    <footer className="footer">
      <p className="footer-rights" {...marks.setting('copyrightSince')}>
        {copyrightYears(settings.copyrightSince, year)} <bdi>{settings.name}</bdi>
      </p>
      {settings.socials.length > 0 ? (
        <ul className="footer-links" aria-label="Elsewhere">
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
        Back to top <span aria-hidden="true">↑</span>
      </a>
    </footer>
  )
}
