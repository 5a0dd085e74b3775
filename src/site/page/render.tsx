import { localeOf } from '../../model/content/period.ts'
import {
  type Page,
  type RefusedMessage,
  type SharedEntry,
  type Site,
  sentFile,
  type TextMarkup,
} from '../../model/publishing/page.ts'
import { entryPath, pagePaths, slugPath, twinPath } from '../../model/publishing/page-paths.ts'
import { type Content, isVisible } from '../../model/publishing/published-content.ts'
import type { CheckedCss } from '../../model/settings/checked-css.ts'
import { yearAt } from '../../model/text-rules.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import { english } from '../../model/words/en.ts'
import { filled } from '../../model/words/template.ts'
import { type Words, wordsOf } from '../../model/words/words.ts'
import { homeCard, shareCards } from '../cards/share-cards.ts'
import { atomFeed, sitemap } from '../feeds/feeds.ts'
import { linkImageOf, type SiteAssets } from '../markup/head.ts'
import { dataBlock } from '../markup/json-ld.ts'
import { entriesOn } from '../markup/paging.ts'
import { createMemo, createRenderer, type Memo, type Renderer } from '../markup/renderer.ts'
import { plainTexts, textsFrom } from '../markup/texts.ts'
import { useWords, withOwnWords } from '../markup/words.ts'
import { sectionPageImages } from '../sections/pages.tsx'
import { canonicalOf, groupsOf, shownProjects } from '../sections/portfolio-layout.ts'
import { siteLinks } from '../sections/registry.ts'
import type { SiteLink, View } from '../sections/section.tsx'
import { dressed } from '../themes/dress.ts'
import { twins } from '../twins/twins.ts'
import { documentPage, moved, pageTitle } from './document.ts'
import { frameOf } from './frame.tsx'
import { iconLinks, manifestIcons } from './icons.ts'
import { listingPages } from './listing-pages.tsx'
import { onePage, withDraft } from './one-page.tsx'
import { ownPage, ownPages } from './own-pages.tsx'
import { projectPage, projectPages } from './project-pages.tsx'
import { sentPage } from './sent-page.tsx'
import { shownImages } from './shown-images.ts'
import { siteData } from './structured-data.ts'
import { testimonialPage } from './testimonial-page.tsx'
import { vcard } from './vcard.ts'

const file = (path: string, type: string, body: string): Page => ({ path, status: 200, type, body, styles: [] })

const robots = (url: string): Page =>
  file(
    '/robots.txt',
    'text/plain; charset=utf-8',
    `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${url}/sitemap.xml\n`,
  )

const webManifest = (content: Content, tones: Theme['tones'] | undefined): Page => {
  const { settings } = content
  const mode = settings.appearance === 'dark' ? 'dark' : 'light'
  const colour = tones?.[mode].paper
  return file(
    '/site.webmanifest',
    'application/manifest+json; charset=utf-8',
    JSON.stringify({
      name: settings.name,
      short_name: settings.name.split(/\s+/)[0],
      ...(settings.description ? { description: settings.description } : {}),
      lang: settings.language,
      start_url: '/',
      display: 'minimal-ui',
      background_color: colour,
      theme_color: colour,
      icons: manifestIcons(content),
    }),
  )
}

interface Props {
  until: string
  /** Address at which visitors see the same; undefined for a draft. */
  publicPath: string | undefined
}

/** Says to whoever reviews a draft what it is, and how long they can; once it is published, where. */
const DraftNotice = ({ until, publicPath }: Props) => {
  const { language, review } = useWords()
  const time = new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  return (
    <p className="draft-notice" role="note">
      {publicPath === undefined ? (
        filled(review.notice, { until: time.format(new Date(until)) })
      ) : (
        <a href={publicPath}>{review.published}</a>
      )}
    </p>
  )
}

/** Redirects from addresses that projects, pages and categories had before. One that another page has by now is that page's. */
const formerPages = ({ projects, pages, settings, redirects = [] }: Content, words: Words): Page[] => {
  if (redirects.length === 0) return []
  const taken = new Set(pagePaths({ projects, pages, categories: settings.categories }))
  return redirects.flatMap(({ collection, from, to }) => {
    const [path, target] = [slugPath(collection, from), slugPath(collection, to)]
    if (path === undefined || target === undefined || taken.has(path) || !taken.has(target)) return []
    // A category and a page may have had the same address.
    taken.add(path)
    return [moved(path, target, words)]
  })
}

/** The page for an unknown URL, with links to the sections. */
const NotFound = ({ links }: { links: SiteLink[] }) => {
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

/** The data block from which scripts read their words. An English page has none: its scripts know English. */
const scriptWordsBlock = ({ scripts }: Words): string =>
  scripts === english.scripts
    ? ''
    : `<script type="application/json" id="words">${JSON.stringify(scripts).replaceAll('<', '\\u003c')}</script>`

/**
 * The site for these built files. Rendering the same content again, or content that differs in an entry, reuses what did not change.
 * `now` decides the footer's year; texts for which there is no markup stand as they were written; `fonts` gives a theme the fonts of this
 * page.
 */
export const createSite = (
  assets: SiteAssets,
  {
    now = () => new Date(),
    markup,
    fonts = (theme) => theme,
  }: { now?: () => Date; markup?: TextMarkup; fonts?: (theme: Theme) => Theme } = {},
): Site => {
  const texts = markup ? textsFrom(markup) : plainTexts
  const memo = createMemo()
  const rendered = new WeakSet<object>()
  const url = assets.publicUrl
  const inbox = assets.inbox === undefined ? undefined : { url: assets.inbox, returnTo: `${url}/${sentFile}#contact` }
  const yearOf = ({ settings }: Content) => yearAt(now().getTime(), settings)
  const plainView: View = { filter: 'all', landing: false, sent: false, refused: null, inbox }

  let own = { text: '', css: '' }
  /** With the owner's CSS, once it is checked. It stays here: other texts may push it out of the memory for markup. */
  const withOwnCss = ({ settings: { customCss, customCssOn } }: Content, files: SiteAssets): SiteAssets => {
    if (!customCss || !customCssOn) return files
    const checked = own.text === customCss ? undefined : markup?.of({ kind: 'own-css', text: customCss })
    if (checked !== undefined) own = { text: customCss, css: (JSON.parse(checked) as CheckedCss).css }
    return own.text === customCss ? { ...files, css: `${files.css}@layer own{${own.css}}` } : files
  }

  const rendererFor = ({ settings }: Content, memo: Memo) =>
    createRenderer(memo, wordsOf(catalogueOf(settings.language), settings), {
      texts,
      blockStyles: assets.blockStyles,
    })

  /** The content and the built files as the owner's theme has them. */
  const inTheme = (given: Content) => {
    const own = themeFor(given, assets.themes)
    if (!own) return { content: given, files: assets }
    const theme = fonts(own)
    const { content, tones, css } = dressed(given, theme)
    return { content, files: { ...assets, css: assets.css + css, fonts: theme.preload, tones, theme: own } }
  }

  const onePageAt = (content: Content, renderer: Renderer, files: SiteAssets) => {
    const { words } = renderer
    const own = withOwnCss(content, files)
    const frame = frameOf(content, renderer, yearOf(content), files)
    const main = onePage(content, renderer)
    const data = dataBlock(siteData(content, url, renderer.words))
    const forScripts = scriptWordsBlock(words)
    return (path: string, title: string, given: Partial<View>, status: Page['status'] = 200, indexed = true): Page => {
      const view = { ...plainView, ...given }
      const shown = [...shownProjects(content, view.filter), ...entriesOn(content.testimonials, 1)]
      return documentPage(
        {
          path,
          status,
          head: {
            title,
            description: content.settings.description,
            canonical: indexed ? canonicalOf(content, view.filter) : null,
            image: linkImageOf(content),
            card: homeCard(content, files),
            ...(indexed ? { twin: twinPath(path) } : {}),
          },
          ...frame,
          main: main(view),
          images: [...shownImages(content, shown), ...sectionPageImages(content)],
          data: (indexed ? data : '') + forScripts,
        },
        content.settings,
        words,
        own,
      )
    }
  }

  return {
    themes: assets.themes ?? [],

    *pages(given) {
      const renderer = rendererFor(given, memo)
      const { words } = renderer
      const { content, files } = inTheme(withOwnWords(given, words))
      const at = onePageAt(content, renderer, files)
      const own = withOwnCss(content, files)
      const frame = frameOf(content, renderer, yearOf(content), files)
      const { name, role } = content.settings
      const links = siteLinks(content, words)
      yield at('/', pageTitle(name, role), {})
      yield at('/?sent=1', pageTitle(words.contact.sentTitle, name), { sent: true }, 200, false)
      for (const { filter, label } of groupsOf(content, words))
        yield isVisible(content, 'portfolio')
          ? at(`/${filter}`, pageTitle(label, name, role), { filter, landing: true })
          : moved(`/${filter}`, '/projects', words)
      yield* listingPages(content, renderer, frame, own)
      yield* projectPages(content, renderer, frame, own, rendered)
      yield* ownPages(content, renderer, yearOf(content), own, rendered)
      yield* formerPages(content, words)
      yield documentPage(
        {
          path: '/404',
          status: 404,
          head: { title: pageTitle(words.notFound.title, name), description: '', canonical: null },
          ...frame,
          main: renderer.html('not-found', NotFound, { links }),
          images: [],
        },
        content.settings,
        words,
        files,
      )
      yield* twins(content, words, url)
      yield atomFeed(content, words, url, texts)
      yield sitemap(content, url)
      yield robots(url)
      yield webManifest(content, files.tones)
      yield vcard(content, url)
      memo.endRendering()
    },

    cards(given) {
      const words = wordsOf(catalogueOf(given.settings.language), given.settings)
      const { content, files } = inTheme(withOwnWords(given, words))
      return shareCards(content, words, files, texts)
    },

    sharedDraft(given, { collection, entry }, { until, isPublished }) {
      // What is not public must not stay in the memo of the site.
      const renderer = rendererFor(given, createMemo())
      const { words } = renderer
      const { content: published, files } = inTheme(withOwnWords(given, words))
      const draft = { collection, entry: { ...entry, title: entry.title || words.review.untitled } } as SharedEntry
      const content = withDraft(published, draft)
      const publicPath = isPublished ? entryPath(collection, entry) : undefined
      const review = { notice: renderer.html('draft', DraftNotice, { until, publicPath }) }
      const frame = frameOf(published, renderer, yearOf(published), files)
      if (draft.collection === 'pages')
        return ownPage(content, renderer, frame, withOwnCss(content, files), draft.entry, review)
      const index = content.projects.findIndex(({ id }) => id === entry.id)
      return projectPage(content, renderer, frame, withOwnCss(content, files), index, review)
    },

    testimonialPage(given, page) {
      // What one person typed must not stay in the memo of the site.
      const renderer = rendererFor(given, createMemo())
      const { content, files } = inTheme(withOwnWords(given, renderer.words))
      return testimonialPage(content, renderer, iconLinks(content), withOwnCss(content, files), page)
    },

    sentPage(given, page) {
      // Nor what one visitor typed here.
      const renderer = rendererFor(given, createMemo())
      const { content, files } = inTheme(withOwnWords(given, renderer.words))
      return sentPage(content, renderer, iconLinks(content), withOwnCss(content, files), page)
    },

    refusedMessage(given, refused: RefusedMessage) {
      // What one visitor typed must not stay in the memo of the site.
      const renderer = rendererFor(given, createMemo())
      const { contact } = renderer.words
      const { content, files } = inTheme(withOwnWords(given, renderer.words))
      const at = onePageAt(content, renderer, files)
      return at('/api/messages', `${contact.refusedTitle} – ${content.settings.name}`, { refused }, 422, false)
    },
  }
}
