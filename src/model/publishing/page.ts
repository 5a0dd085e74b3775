import type { Block, CodeLanguage } from '../blocks/kinds.ts'
import type { SentPage } from '../inbox/answers.ts'
import type { MessageField } from '../inbox/message.ts'
import type { TestimonialPage } from '../testimonials/request.ts'
import type { Theme } from '../themes/theme.ts'
import type { Content, PublishedEntry } from './published-content.ts'

/** States of the public site: `fresh` shows all of the content, `stale` has pages of an older version, `none` has no page at all. */
export const shownPages = ['fresh', 'stale', 'none'] as const
export type ShownPages = (typeof shownPages)[number]

/** One address of the site, rendered whole. */
export interface Page {
  /** Path and, for the addresses that have it, query: `/`, `/projects/tide`, `/?page=2`. Percent-encoded as a browser sends it. */
  path: string
  status: 200 | 308 | 404 | 422
  /** Target of a 308. */
  location?: string
  /** The whole Content-Type header. */
  type: string
  body: string
  /** The whole Link header (RFC 8288), for a page that has one. */
  link?: string
  /** The text of each inline <style>, for the hashes in the Content-Security-Policy. */
  styles: string[]
  /**
   * Renders the whole page, for one that is rendered at its first visit. Its own `body` and `styles` are then rendered each time they
   * are read.
   */
  later?: () => Page
  /** Texts whose markup it needs when it is rendered. */
  texts?: () => Text[]
}

/** A contact form that came back: what was typed, and what is wrong with it. */
export interface RefusedMessage {
  values: Record<MessageField, string>
  fields: Partial<Record<MessageField, string>>
  message: string
  /** URL of an exported page on another host, to which the visitor returns after sending. */
  returnTo?: string | undefined
}

/** The draft of an entry that has a page. */
export type SharedEntry = { [N in 'projects' | 'pages']: { collection: N; entry: PublishedEntry<N> } }[
  | 'projects'
  | 'pages']

interface Review {
  /** The ISO time at which the link ends. */
  until: string
  /** The draft is what visitors see. */
  isPublished: boolean
}

/** The site layer as the server uses it; `compose-site.ts` connects the two. */
export interface Site {
  /** Looks that the owner may choose from. */
  readonly themes?: readonly Theme[]
  /** Every address of the site for this content, those of visits to come as well; the 404 page is the one whose path is `/404`. Throws when a section does. */
  pages(content: Content): Iterable<Page>
  /** The pictures of the pages for this content, for where their links are shared. */
  cards(content: Content): Iterable<ShareCard>
  /** The page of an entry as a draft has it, for whoever reviews it; not to be listed anywhere. */
  sharedDraft(content: Content, draft: SharedEntry, review: Review): Page
  /** The one-page site with the contact form as a visitor without JavaScript gets it back. */
  refusedMessage(content: Content, refused: RefusedMessage): Page
  /** The page behind a link for a testimonial; not to be listed anywhere. */
  testimonialPage(content: Content, page: TestimonialPage): Page
  /** The page with the owner's questions after a message; not to be listed anywhere. */
  sentPage(content: Content, page: SentPage): Page
}

/** A page that is rendered at its first visit, and each time its body is read. */
export const deferredPage = (
  path: string,
  later: () => Page,
  { type = 'text/html; charset=utf-8', ...more }: { type?: string; texts?: () => Text[] } = {},
): Page => ({
  path,
  status: 200,
  type,
  later,
  ...more,
  get body() {
    return later().body
  },
  get styles() {
    return later().styles
  },
})

/** A file of text next to the pages, deferred as well. `link` is its Link header. */
export const deferredFile = (
  path: string,
  body: () => string,
  { link, ...options }: { type: string; link?: string; texts?: () => Text[] },
): Page => {
  const header = { type: options.type, ...(link === undefined ? {} : { link }) }
  return deferredPage(path, () => ({ path, status: 200, body: body(), styles: [], ...header }), options)
}

/** The size of a share card in px: the networks that show large images of links crop nothing of it. */
export const shareCardSize = { width: 1200, height: 630 } as const

/** Inclusive ranges of code points. */
export type CodeRanges = readonly (readonly [from: number, to: number])[]

/** A font file, its path below the package's folder, and the characters that it draws. */
export interface CardFont {
  family: string
  file: string
  ranges: CodeRanges
}

/** A picture to be drawn. */
interface CardDrawing {
  /** Boxes, texts and images with styles, as JSON: the node tree of `@takumi-rs/core`. */
  node: object
  fonts: readonly CardFont[]
  /** URL of the variant in Media that the tree names as `image`. */
  image?: string | undefined
}

/** The picture of a page for where somebody shares a link to it. */
export interface ShareCard {
  /** The start of its path: one for each page, whatever the card shows. */
  stem: string
  /** Its whole path, with the hash of what it shows. */
  path: string
  /** Its text, for those who cannot see it. */
  alt: string
  /** Path of the image that is shown when it cannot be drawn. */
  fallback: string | undefined
  /** Its title or the line above, where there is no room for all of it. */
  cuts: readonly string[]
  draw(): CardDrawing
}

export const cardFolder = '/media/cards/'

/** The path of a card: `/media/cards/projects/tideline.0123456789abcdef.png`. */
export const cardPath = (stem: string, hash: string): string => `${stem}.${hash}.png`

/** The stem in a card's path; undefined for any other path. */
export const cardStem = (path: string): string | undefined =>
  /^(\/media\/cards\/(?:home|(?:projects|pages)\/[^/.]{1,300}))\.[0-9a-f]{16}\.png$/.exec(path)?.[1]

/** A text that becomes markup: Markdown of a page, Markdown for the feed, or program text. */
export interface WrittenText {
  kind: 'prose' | 'feed' | Exclude<CodeLanguage, 'text'>
  text: string
}

/** One that becomes something else where markup is made, too. The owner's CSS becomes `CheckedCss` as JSON. */
export type Text = WrittenText | { kind: 'own-css'; text: string }

/** Markup of texts, which is made elsewhere: what is slow to parse must not hold up whoever answers visits. */
export interface TextMarkup {
  /** Undefined while there is none, and where making it takes too long. */
  of(text: Text): string | undefined
  /** Grows when there is markup that `of` did not have when it was asked. */
  revision(): number
}

export const textsOf = (blocks: readonly Block[]): Text[] =>
  blocks.flatMap((block): Text[] => {
    if (block.kind === 'text') return [{ kind: 'prose', text: block.markdown }]
    if (block.kind !== 'code' || block.language === 'text') return []
    return [{ kind: block.language, text: block.code }]
  })

/** The texts of each part of the content, those of the one page first; the part is the same object until it changes. */
export function* textsIn({ settings, pages, projects }: Content): Generator<[part: object, texts: Text[]]> {
  const css: Text[] = settings.customCssOn ? [{ kind: 'own-css', text: settings.customCss }] : []
  yield [settings, [{ kind: 'prose', text: settings.introduction }, ...css]]
  for (const entry of [...pages, ...projects]) yield [entry, textsOf(entry.blocks)]
}

/** Name of the page of an exported site that thanks for a message. No page of the owner can have it: slugs have no dot. */
export const sentFile = 'sent.html'
