import type { PublishedImage as ImageData } from '../../../model/media/published-image.ts'
import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { BlockContent } from '../../blocks/block-content.ts'
import { Story } from '../../blocks/story.tsx'
import { ViewedImage, wideSizes } from '../../markup/image.tsx'
import { useMarks } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'
import { Opened } from '../../sections/section-heading.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { type RelatedProject, RelatedProjects } from './related-projects.tsx'

/** The neighbour of a project in the portfolio. */
export interface Neighbour {
  slug: string
  title: string
}

interface Props {
  project: PublishedEntry<'projects'>
  /** Labels of its categories, the main one first. */
  categories: string[]
  image: ImageData | undefined
  /** Content that its blocks name. */
  content: BlockContent
  /** URL of the style sheet of blocks; undefined where it is there already. */
  styles: string | undefined
  previous: Neighbour | null
  next: Neighbour | null
  related: RelatedProject[]
}

export const showsWhole = ({ imageFit }: PublishedEntry<'projects'>): boolean => imageFit !== 'fill'

const Step = ({ to, rel, label }: { to: Neighbour; rel: 'prev' | 'next'; label: string }) => (
  <a className="project-step" href={`/projects/${to.slug}`} rel={rel}>
    <span className="project-step-label">{label}</span>{' '}
    <span className="project-step-title" dir="auto">
      {to.title}
    </span>
  </a>
)

/** A project in full; the dialog on the one-page site shows this very article. */
export const ProjectArticle = (props: Props) => {
  const { project, categories, content, styles, image, previous, next, related } = props
  const mark = useMarks().entry('projects', project.id)
  const words = useWords()
  return (
    <div className="project">
      <p className="project-back">
        <a className="arrow-link" href="/#portfolio">
          <span aria-hidden="true">←</span>
          {words.sections.portfolio.name}
        </a>
      </p>
      <article className="project-article" data-project-article="" aria-labelledby="project-title" {...mark()}>
        <header className="project-head">
          <h1 className="project-title" id="project-title" dir="auto" {...mark('title')}>
            <Opened text={project.title} />
          </h1>
          {project.summary ? (
            <p className="project-summary" dir="auto" {...mark('summary')}>
              {project.summary}
            </p>
          ) : null}
        </header>
        {image ? (
          <div
            className={showsWhole(project) ? 'project-image' : 'project-image image-fill'}
            data-transition={`project-${project.slug}`}
            {...mark('image', 'imageFit')}
          >
            <ViewedImage
              image={image}
              sizes={wideSizes(image, showsWhole(project))}
              first
              whole={showsWhole(project)}
            />
          </div>
        ) : null}
        <ProjectFacts project={project} categories={categories} />
        <Story collection="projects" entry={project} content={content} styles={styles} />
      </article>
      <RelatedProjects projects={related} />
      {previous || next ? (
        <nav className="project-nav" aria-label={words.project.more} data-project-nav="">
          {previous ? <Step to={previous} rel="prev" label={words.project.previous} /> : <span />}
          {next ? <Step to={next} rel="next" label={words.project.next} /> : <span />}
        </nav>
      ) : null}
    </div>
  )
}
