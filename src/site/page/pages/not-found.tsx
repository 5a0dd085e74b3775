import { useWords } from '../../markup/words.ts'
import type { SiteLink } from '../../sections/define-section.ts'

/** The page for an unknown URL, with links to the sections. */
export const NotFound = ({ links }: { links: SiteLink[] }) => {
  const { notFound } = useWords()
  return (
    <section className="lost" aria-labelledby="lost-title">
      <p className="lost-number" aria-hidden="true">
        404
      </p>
      <h1 className="lost-title" id="lost-title">
        {notFound.heading}
      </h1>
      <p className="lost-text">{notFound.text}</p>
      <ul className="lost-links">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
