import type { PublishedImage } from '../../../model/media/published-image.ts'
import { Image } from '../../markup/image.tsx'
import { useWords } from '../../markup/words.ts'

export interface RelatedProject {
  slug: string
  title: string
  image: PublishedImage | undefined
}

/** Up to three other projects below a project; nothing without one. */
export const RelatedProjects = ({ projects }: { projects: RelatedProject[] }) => {
  const words = useWords()
  return projects.length === 0 ? null : (
    <section className="related" aria-labelledby="related-title">
      <h2 className="related-heading" id="related-title">
        {words.project.related}
      </h2>
      <ul className="related-list">
        {projects.map(({ slug, title, image }) => (
          <li key={slug}>
            <a className="card-link" href={`/projects/${slug}`}>
              <span className="related-image">
                {image ? <Image image={image} sizes="(min-width: 40rem) 24rem, 94vw" widest={1200} alt="" /> : null}
              </span>
              <span className="related-title" dir="auto">
                {title}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
