import type { SectionLink } from '../../sections/registry.ts'

/** The page for an unknown URL, with links to the sections. */
export const NotFound = ({ links }: { links: SectionLink[] }) => (
  <section className="lost" aria-labelledby="lost-title">
    <p className="lost-number" aria-hidden="true">
      404
    </p>
    <h1 className="lost-title" id="lost-title">
      This case is empty.
    </h1>
    <p className="lost-text">The page has moved, or it was never here. What is here:</p>
    <ul className="lost-links">
      {links.map(({ id, label }) => (
        <li key={id}>
          <a href={`/#${id}`}>{label}</a>
        </li>
      ))}
    </ul>
  </section>
)
