import type { PublishedImage as ImageData, PublishedImage } from '../../model/media/published-image.ts'
import { deferredPage, type Page, textsOf } from '../../model/publishing/page.ts'
import { twinPath } from '../../model/publishing/page-paths.ts'
import { type Content, imageIn, isVisible, type PublishedEntry } from '../../model/publishing/published-content.ts'
import type { Words } from '../../model/words/words.ts'
import { type BlockContent, blockContent, Story } from '../blocks/blocks.tsx'
import { projectCard } from '../cards/share-cards.ts'
import type { SiteAssets } from '../markup/head.ts'
import { Image, ViewedImage, wideSizes } from '../markup/image.tsx'
import { dataBlock, type JsonLd } from '../markup/json-ld.ts'
import { useMarks } from '../markup/marks.ts'
import { plainly, type Renderer } from '../markup/renderer.ts'
import { useWords } from '../markup/words.ts'
import { nameScale } from '../sections/home.tsx'
import { cardImage, categoriesOf } from '../sections/portfolio-layout.ts'
import { Opened } from '../sections/section.tsx'
import { caseStudyOf, factsOf } from '../sections/work.ts'
import { breadcrumbs, documentPage, pageTitle } from './document.ts'
import type { Frame } from './frame.tsx'

interface ProjectFactsProps {
  project: PublishedEntry<'projects'>
  /** Labels of its categories, the main one first. */
  categories: string[]
  composed: boolean
}

/** The facts about a project: those that are known. */
const ProjectFacts = ({ project, categories, composed }: ProjectFactsProps) => {
  const mark = useMarks().entry('projects', project.id)
  return (
    <dl className={composed ? 'facts project-facts facts-line' : 'facts project-facts'}>
      {factsOf(project, categories, useWords()).map(({ field, label, values }) => (
        <div key={field} {...mark(field)}>
          <dt>{label}</dt>
          {values.map(({ text, url, dir }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same value may be there twice.
            <dd key={index}>
              {url ? (
                <a href={url} dir={dir}>
                  {text}
                </a>
              ) : dir ? (
                <bdi>{text}</bdi>
              ) : (
                text
              )}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

interface RelatedProject {
  slug: string
  title: string
  image: PublishedImage | undefined
}

/** Up to three other projects below a project; nothing without one. */
const RelatedProjects = ({ projects }: { projects: RelatedProject[] }) => {
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

/** The neighbour of a project in the portfolio. */
interface Neighbour {
  slug: string
  title: string
  image?: PublishedImage | undefined
}

interface Props {
  project: PublishedEntry<'projects'>
  /** Link back. */
  back: { href: string; label: string }
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
  /** Facts in a line, the next project as an image: the owner's choice, or the theme's. */
  composed: boolean
}

const showsWhole = ({ imageFit }: PublishedEntry<'projects'>): boolean => imageFit !== 'fill'

const Step = ({ to, rel, label }: { to: Neighbour; rel: 'prev' | 'next'; label: string }) => (
  <a className="project-step" href={`/projects/${to.slug}`} rel={rel}>
    {to.image ? (
      <span className="related-image">
        <Image image={to.image} sizes={wideSizes(to.image)} alt="" />
      </span>
    ) : null}
    <span className="project-step-label">{label}</span>{' '}
    <span className="project-step-title" dir="auto">
      {to.title}
    </span>
  </a>
)

/** A project in full; the dialog on the one-page site shows this very article. */
export const ProjectArticle = (props: Props) => {
  const { project, back, categories, content, styles, image, previous, next, related, composed } = props
  const marks = useMarks()
  const mark = marks.entry('projects', project.id)
  const words = useWords()
  return (
    <div className={composed ? 'project project-composed' : 'project'} {...marks.setting('projectPage')}>
      <p className="project-back">
        <a className="arrow-link" href={back.href}>
          <span aria-hidden="true">←</span>
          {back.label}
        </a>
      </p>
      <article className="project-article" data-project-article="" aria-labelledby="project-title" {...mark()}>
        <header className="project-head">
          <h1
            className="project-title"
            id="project-title"
            data-scale={nameScale(project.title)}
            dir="auto"
            {...mark('title')}
          >
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
        {/* Within the article, so that it comes along into the dialog. */}
        {composed && styles ? <link rel="stylesheet" href={styles} /> : null}
        <ProjectFacts project={project} categories={categories} composed={composed} />
        <Story collection="projects" entry={project} content={content} styles={composed ? undefined : styles} />
      </article>
      <RelatedProjects projects={related} />
      {previous || next ? (
        <nav className="project-nav" aria-label={words.project.more} data-project-nav="">
          {next?.image ? <Step to={next} rel="next" label={words.project.next} /> : null}
          {previous ? <Step to={previous} rel="prev" label={words.project.previous} /> : <span />}
          {next?.image ? null : next ? <Step to={next} rel="next" label={words.project.next} /> : <span />}
        </nav>
      ) : null}
    </div>
  )
}

const most = 3

interface Tagged {
  categories: readonly string[]
  tags: readonly string[]
}

const tagsOf = (project: Tagged) => new Set(project.tags.map((tag) => tag.trim().toLowerCase()))

/**
 * Up to three other projects that share a tag with the one at this index: those with most tags in common first, then those of its main
 * category, then the owner's order. Sorts no more than four of them at a time, however many there are.
 */
export const relatedTo = <P extends Tagged>(projects: readonly P[], own: number): P[] => {
  const project = projects[own]
  const tags = project ? tagsOf(project) : new Set<string>()
  const closeness = (other: P) => {
    const shared = [...tagsOf(other)].filter((tag) => tags.has(tag)).length
    return shared === 0 ? 0 : shared + (other.categories[0] === project?.categories[0] ? 0.5 : 0)
  }
  const best: { other: P; close: number }[] = []
  for (const [index, other] of projects.entries()) {
    const close = index === own || tags.size === 0 ? 0 : closeness(other)
    if (close <= (best[most - 1]?.close ?? 0)) continue
    best.push({ other, close })
    best.sort((a, b) => b.close - a.close)
    best.length = Math.min(best.length, most)
  }
  return best.map(({ other }) => other)
}

const neighbour = (project: PublishedEntry<'projects'> | undefined): Neighbour | null =>
  project ? { slug: project.slug, title: project.title } : null

/** The projects before and after one: round the end, as in the dialog, but never the same project on both sides. */
const neighboursOf = (projects: readonly PublishedEntry<'projects'>[], index: number) => {
  const round = projects.length > 2
  return {
    previous: neighbour(projects[index - 1] ?? (round ? projects.at(-1) : undefined)),
    next: neighbour(projects[index + 1] ?? (round ? projects[0] : undefined)),
  }
}

const relatedProject = (project: PublishedEntry<'projects'>, { media }: Content): RelatedProject => ({
  ...{ slug: project.slug, title: project.title },
  image: cardImage(project, media),
})

/** The props of a project's article. */
export const articleOf = (content: Content, words: Words, index: number) => {
  const project = content.projects[index]
  if (!project) throw new Error(`There is no project at ${index}.`)
  const composed = content.settings.projectPage === 'composed'
  const { previous, next } = neighboursOf(content.projects, index)
  const shownNext = composed && next ? content.projects.find(({ slug }) => slug === next.slug) : undefined
  return {
    project,
    back: isVisible(content, 'portfolio')
      ? { href: '/#portfolio', label: words.sections.portfolio.name }
      : { href: '/projects', label: words.lists.archive },
    composed,
    previous,
    next: next && shownNext ? { ...next, image: cardImage(shownNext, content.media) } : next,
    categories: categoriesOf(project, content.settings, words).map(({ label }) => label),
    image: imageIn(content.media, project.image),
    content: blockContent(project.blocks, content),
    related: content.settings.relatedProjects
      ? relatedTo(content.projects, index).map((other) => relatedProject(other, content))
      : [],
  }
}

const projectData = (project: PublishedEntry<'projects'>, content: Content, url: string, words: Words): JsonLd[] => [
  caseStudyOf(project, content, url, words),
  breadcrumbs(
    content.settings,
    url,
    { name: words.lists.archive, path: '/projects' },
    { name: project.title, path: `/projects/${project.slug}` },
  ),
]

/** Marks the page of a draft that somebody reviews, with markup that says so: no search engine is told of it. */
export interface Review {
  notice: string
}

/** The page of one project; with `review`, of its draft. */
export const projectPage = (
  content: Content,
  { uncached, words, blockStyles }: Renderer,
  frame: Frame,
  assets: SiteAssets,
  index: number,
  review?: Review,
): Page => {
  const { settings } = content
  const article = { ...articleOf(content, words, index), styles: blockStyles }
  const { project, image, related, next } = article
  const images = [image, ...Object.values(article.content.images), ...related.map((other) => other.image), next?.image]
  const path = `/projects/${project.slug}`
  return documentPage(
    {
      path,
      head: {
        title: pageTitle(project.title, settings.name),
        description: project.summary,
        canonical: review ? null : path,
        image,
        // What a draft says must not be drawn for everybody.
        card: review ? undefined : projectCard(project, content, words, assets),
        ...(review ? {} : { twin: twinPath(path) }),
        kind: 'article',
      },
      ...frame,
      main: (review?.notice ?? '') + uncached(ProjectArticle, article),
      images: images.filter((one) => one !== undefined),
      data: review ? '' : dataBlock(projectData(project, content, assets.publicUrl, words)),
    },
    settings,
    words,
    assets,
  )
}

/**
 * A page for each project, rendered at its first visit. `rendered` holds the entries whose article could be rendered once; a new one is
 * tried here, so that an entry that throws is found when it is published.
 */
export function* projectPages(
  content: Content,
  renderer: Renderer,
  frame: Frame,
  assets: SiteAssets,
  rendered: WeakSet<object>,
): Generator<Page> {
  // Related projects are looked for among all others: for thousands of new entries at a start that would take a minute.
  const alone = { ...content, settings: { ...content.settings, relatedProjects: false } }
  for (const [index, project] of content.projects.entries()) {
    if (!rendered.has(project)) {
      projectPage(alone, plainly(renderer), frame, assets, index)
      rendered.add(project)
    }
    yield deferredPage(`/projects/${project.slug}`, () => projectPage(content, renderer, frame, assets, index), {
      texts: () => textsOf(project.blocks),
    })
  }
}
