import { deferredPage, type Page, textsOf } from '../../model/publishing/page.ts'
import { entryPath, twinPath } from '../../model/publishing/page-paths.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { type BlockContent, blockContent, Story } from '../blocks/blocks.tsx'
import { pageCard } from '../cards/share-cards.ts'
import { linkImageOf, type SiteAssets } from '../markup/head.ts'
import { dataBlock, imagesData, type JsonLd, modified, personId } from '../markup/json-ld.ts'
import { useMarks } from '../markup/marks.ts'
import { plainly, type Renderer } from '../markup/renderer.ts'
import { firstText } from '../markup/texts.ts'
import { Opened } from '../sections/section.tsx'
import { breadcrumbs, documentPage, moved, pageTitle } from './document.ts'
import { type Frame, frameOf } from './frame.tsx'
import type { Review } from './project-pages.tsx'

interface Props {
  page: PublishedEntry<'pages'>
  content: BlockContent
  styles: string | undefined
}

/** A page of the owner's at its own address: an imprint, prices. */
export const OwnPage = ({ page, content, styles }: Props) => {
  const mark = useMarks().entry('pages', page.id)
  return (
    <article className="project" aria-labelledby="page-title" {...mark()}>
      <div className="project-article">
        <h1 className="project-title page-title" id="page-title" dir="auto" {...mark('title')}>
          <Opened text={page.title} />
        </h1>
        <Story collection="pages" entry={page} content={content} styles={styles} />
      </div>
    </article>
  )
}

const ownPageData = (page: PublishedEntry<'pages'>, content: Content, url: string, description: string): JsonLd => {
  return {
    '@type': 'WebPage',
    name: page.title,
    url: `${url}/${page.slug}`,
    ...(description === '' ? {} : { description }),
    inLanguage: content.settings.language,
    author: { '@id': personId(url), '@type': 'Person', name: content.settings.name },
    ...modified(content, page.id),
    ...imagesData(Object.values(blockContent(page.blocks, content).images), url),
  }
}

/** The props of a page's article. */
export const ownPageOf = (page: PublishedEntry<'pages'>, content: Content, { blockStyles }: Renderer) => ({
  page,
  content: blockContent(page.blocks, content),
  styles: blockStyles,
})

/** A page at its own address; with `review`, of its draft. */
export const ownPage = (
  content: Content,
  renderer: Renderer,
  frame: Frame,
  assets: SiteAssets,
  page: PublishedEntry<'pages'>,
  review?: Review,
): Page => {
  const { settings } = content
  const { words, texts, uncached } = renderer
  const path = `/${page.slug}`
  const article = ownPageOf(page, content, renderer)
  const description = firstText(page.blocks, texts)
  return documentPage(
    {
      path,
      head: {
        title: pageTitle(page.title, settings.name),
        description,
        canonical: review ? null : path,
        image: linkImageOf(content),
        // What a draft says must not be drawn for everybody.
        card: review ? undefined : pageCard(page, content, assets, texts),
        ...(review ? {} : { twin: twinPath(path) }),
      },
      ...frame,
      main: (review?.notice ?? '') + uncached(OwnPage, article),
      images: Object.values(article.content.images),
      data: review
        ? ''
        : dataBlock([
            ownPageData(page, content, assets.publicUrl, description),
            breadcrumbs(settings, assets.publicUrl, { name: page.title, path }),
          ]),
    },
    settings,
    words,
    assets,
  )
}

/**
 * A page for each of the owner's pages, rendered at its first visit; the address of one that is a section of the one page leads there.
 * `rendered` holds the entries that could be rendered once, as for projects.
 */
export function* ownPages(
  content: Content,
  renderer: Renderer,
  year: number,
  assets: SiteAssets,
  rendered: WeakSet<object>,
): Generator<Page> {
  const { theme } = assets
  for (const page of content.pages) {
    const path = `/${page.slug}`
    if (page.placement === 'section') {
      yield moved(path, entryPath('pages', page) ?? '/', renderer.words)
      continue
    }
    const made = (by: Renderer) =>
      ownPage(content, by, frameOf(content, renderer, year, { theme, current: path }), assets, page)
    if (!rendered.has(page)) {
      made(plainly(renderer))
      rendered.add(page)
    }
    yield deferredPage(path, () => made(renderer), { texts: () => textsOf(page.blocks) })
  }
}
