import type { PublishedEntry } from '../../../model/content/published-content.ts'
import type { PublishedImage as ImageData } from '../../../model/media/published-image.ts'
import { categoryLabel } from '../../sections/portfolio/filters.ts'
import { Image } from '../image.tsx'
import { markdown } from '../markdown.ts'
import { useMarks } from '../marks.ts'
import { inside } from '../markup.ts'

/** The neighbour of a project in the portfolio. */
export interface Neighbour {
  slug: string
  title: string
}

interface Props {
  project: PublishedEntry<'projects'>
  image: ImageData | undefined
  previous: Neighbour | null
  next: Neighbour | null
}

/** The `sizes` of a project's image. */
export const projectSizes = '(min-width: 75rem) 72rem, 94vw'

const frameClass = ({ width, height }: ImageData) =>
  ['project-image', width / height < 1.6 && 'project-upright', width / height < 0.8 && 'project-tall']
    .filter(Boolean)
    .join(' ')

// The host alone is easier to read than the whole URL.
const hostOf = (url: string) =>
  /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? url.replace(/^(?:mailto|tel):/i, '')

const Facts = ({ project }: { project: PublishedEntry<'projects'> }) => {
  const mark = useMarks().entry('projects', project.id)
  return (
    <dl className="facts project-facts">
      <div {...mark('category')}>
        <dt>Kind</dt>
        <dd>{categoryLabel(project.category)}</dd>
      </div>
      {project.year ? (
        <div {...mark('year')}>
          <dt>Year</dt>
          <dd>{project.year}</dd>
        </div>
      ) : null}
      {project.tags.length > 0 ? (
        <div {...mark('tags')}>
          <dt>Made with</dt>
          <dd>
            <bdi>{project.tags.join(', ')}</bdi>
          </dd>
        </div>
      ) : null}
      {project.url ? (
        <div {...mark('url')}>
          <dt>See it</dt>
          <dd>
            <a href={project.url} dir="ltr">
              {hostOf(project.url)}
            </a>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

const Step = ({ to, rel, label }: { to: Neighbour; rel: 'prev' | 'next'; label: string }) => (
  <a className="project-step" href={`/projects/${to.slug}`} rel={rel}>
    <span className="project-step-label">{label}</span>{' '}
    <span className="project-step-title" dir="auto">
      {to.title}
    </span>
  </a>
)

/** A project in full; the dialog on the one-page site shows this very article. */
export const ProjectArticle = ({ project, image, previous, next }: Props) => {
  const mark = useMarks().entry('projects', project.id)
  return (
    <div className="project">
      <p className="project-back">
        <a className="arrow-link" href="/#portfolio">
          <span aria-hidden="true">←</span>Portfolio
        </a>
      </p>
      <article className="project-article" data-project-article="" aria-labelledby="project-title" {...mark()}>
        <h1 className="project-title" id="project-title" dir="auto" {...mark('title')}>
          {project.title}
        </h1>
        <p className="project-summary" dir="auto" {...mark('summary')}>
          {project.summary}
        </p>
        {image ? (
          <div className={frameClass(image)} data-transition={`project-${project.slug}`} {...mark('image')}>
            <Image image={image} sizes={projectSizes} first />
          </div>
        ) : null}
        <Facts project={project} />
        <div className="project-body prose" {...mark('body')} {...inside(markdown(project.body, 2))} />
      </article>
      {previous || next ? (
        <nav className="project-nav" aria-label="More projects" data-project-nav="">
          {previous ? <Step to={previous} rel="prev" label="Previous" /> : <span />}
          {next ? <Step to={next} rel="next" label="Next" /> : <span />}
        </nav>
      ) : null}
    </div>
  )
}
