import type { PublishedImage } from '../../model/media/published-image.ts'
import { cardFolder, cardPath, type ShareCard, shareCardSize } from '../../model/publishing/page.ts'
import { type Content, imageIn, type PublishedEntry } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { Words } from '../../model/words/words.ts'
import { chosenLinkImage, linkImageOf, previewOf, type SiteAssets } from '../markup/head.ts'
import { firstText, type Texts } from '../markup/texts.ts'
import { hostOf } from '../markup/words.ts'
import { rings } from '../sections/home.tsx'
import { cardImage, categoriesOf } from '../sections/portfolio-layout.ts'
import { type CardType, cardTypeOf, drawable, fontsFor } from './card-fonts.ts'

/** A part of `CardDrawing.node`, as far as cards need it. */
export type CardNode =
  | { type: 'container'; style: CardStyle; children: CardNode[] }
  | { type: 'text'; text: string; style: CardStyle }
  | { type: 'image'; src: string; width?: number; height?: number; style: CardStyle }

/** CSS by its names in JavaScript; numbers are px. */
type CardStyle = Readonly<Record<string, string | number>>

const box = (style: CardStyle, children: (CardNode | undefined)[]): CardNode => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children: children.filter((child) => child !== undefined),
})

/** Text of at most `lines` lines; the last one ends with … when there is more. */
const lines = (text: string, count: number, style: CardStyle): CardNode => ({
  type: 'text',
  text,
  style: { overflowWrap: 'anywhere', lineClamp: count, textOverflow: 'ellipsis', overflow: 'hidden', ...style },
})

// Widths of characters in em, of the display font and of those that stand in for it: what is too wide is set smaller.
const advances: readonly (readonly [RegExp, number])[] = [
  [/[\s.,:;'’|!ilIjtfr\u0600-\u077f]/, 0.38],
  [/[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]/, 1],
  [/[mwMWЖжШшЩщЮюФфМмЫыюW@%]/, 0.88],
  [/[\p{Lu}\u0400-\u052f]/u, 0.66],
]

/** Width of a text in em, about. */
const advanceOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (advances.find(([of]) => of.test(character))?.[1] ?? 0.55), 0)

/** True for a text in Japanese or Chinese characters, whose lines break between any two. */
const isIdeographic = (text: string): boolean => /[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(text)

/** Parts of a text between which a line may break. */
const unbroken = (text: string): string[] =>
  text.split(/[\s\u2013\u2014-]|(?<=[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef])/)

/**
 * The sentences at the start of a text that fit into so many em, but always the first: a text that goes on would be cut, perhaps right
 * after a full stop.
 */
const fittingSentences = (text: string, em: number): string => {
  let fitting = ''
  for (const sentence of text.split(/(?<=[.!?…]["”’»)]?\s|[。！？])/)) {
    if (fitting !== '' && advanceOf(fitting + sentence.trimEnd()) > em) break
    fitting += sentence
  }
  return fitting.trimEnd()
}

type CardColours = Pick<Theme['tones']['light'], 'paper' | 'ink' | 'muted' | 'line' | 'accent'>

/** The colours of a card: those of the page. Where the visitor's system decides about light and dark, a card is light. */
const cardColours = (tones: Theme['tones'], { appearance }: PublicSettings): CardColours => {
  const { paper, ink, muted, line, accent } = tones[appearance === 'dark' ? 'dark' : 'light']
  return { paper, ink, muted, line, accent }
}

/** Content of a card. Texts are `drawable`; empty ones are left out. */
interface CardContent {
  title: string
  /** A sentence or two below the title. */
  text: string
  /** The line at the top. */
  above: string
  /** The line at the foot. */
  below: string
  /** Which drawing it has when it has no image: the rings of this text. */
  seed: string
  /** The point of the image that has to be seen, 0–1 from left and top; without an image undefined. */
  focus: { x: number; y: number } | undefined
  colours: CardColours
}

const { width, height } = shareCardSize
const imageWidth = 460
const margin = 72
const columnWidth = { withImage: width - imageWidth - margin - 56, alone: 800 }

/** Largest sizes of a title in px, by the characters that it may have at most. */
const sizes = {
  alone: [
    [12, 132],
    [22, 116],
    [40, 88],
    [60, 74],
    [Number.POSITIVE_INFINITY, 66],
  ],
  withImage: [
    [12, 104],
    [28, 84],
    [50, 66],
    [Number.POSITIVE_INFINITY, 56],
  ],
} as const

const mostLines = 4
// A line is seldom full: words are not broken.
const fullnessOf = (text: string) => (isIdeographic(text) ? 0.9 : 0.82)
const smallestOf = (title: string) => (isIdeographic(title) ? 26 : 40)

const isArabic = (title: string) => /^[^\p{L}]*[\u0600-\u077f]/u.test(title)

const topSize = 30

/** Lines that a text takes of a width in em, a word that is longer broken. The estimated widths are rather too large. */
const linesOf = (text: string, width: number, wide = 1): number => {
  let [lines, used] = [1, 0]
  for (const word of isIdeographic(text) ? text : text.split(/\s+/)) {
    const length = wide * advanceOf(word) * 0.92
    if (used > 0 && used + length > width) [lines, used] = [lines + 1, 0]
    lines += Math.ceil(length / width) - 1
    used += (length % width) + (isIdeographic(text) ? 0 : 0.22)
  }
  return lines
}

/** The texts of a card that do not fit even at their smallest. */
const cutTexts = ({ title, above, focus }: CardContent, { wide }: CardType): string[] => {
  const room = columnWidth[focus ? 'withImage' : 'alone']
  const isTitleCut = linesOf(title, room / smallestOf(title), wide) > mostLines
  return [...(isTitleCut ? [title] : []), ...(linesOf(above, (room + margin) / topSize) > 1 ? [above] : [])]
}

const titleSize = (title: string, layout: keyof typeof sizes, wide: number): number => {
  const count = [...title].length
  const smallest = smallestOf(title)
  const [, most] = sizes[layout].find(([characters]) => count <= characters) ?? [0, smallest]
  const longest = wide * Math.max(...unbroken(title).map(advanceOf))
  const room = columnWidth[layout]
  // Its letters need more height.
  const size = isArabic(title) ? most * 0.85 : most
  const fitting = Math.min(size, room / longest, (room * mostLines * fullnessOf(title)) / (wide * advanceOf(title)))
  return Math.max(smallest, Math.floor(fitting))
}

// Between the line at the top and the one at the foot, with some space to both.
const middleHeight = 416
const textSize = 30
const textLine = 42
const gap = 22

/** Number of lines of text that fit below a title. */
const textLines = (title: string, size: number, lineHeight: number, room: number, wide: number): number => {
  const titleLines = Math.min(mostLines, Math.ceil((wide * advanceOf(title) * size) / (room * fullnessOf(title))))
  return Math.max(0, Math.min(3, Math.floor((middleHeight - titleLines * size * lineHeight - gap) / textLine)))
}

const drawing = (seed: string, { line, accent }: CardColours): string => {
  const paths = rings(seed)
  const marked = Math.round(paths.length * 0.7)
  const strokes = paths.map((path, index) =>
    index === marked ? `<path d="${path}" stroke="${accent}" stroke-width="5"/>` : `<path d="${path}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" fill="none" stroke="${line}" stroke-width="2.4">${strokes.join('')}</svg>`
}

/** The node tree of a card: title, text and where they are from; beside them the image, or the rings of the page of the owner. */
const cardLayout = (
  { title, text: words, above, below, seed, focus, colours }: CardContent,
  type: CardType,
): CardNode => {
  const { paper, ink, muted, accent } = colours
  const { families, weight, wide } = type
  const layout = focus ? 'withImage' : 'alone'
  const leftward = isArabic(title)
  const end = leftward ? 'left' : 'right'
  const size = titleSize(title, layout, wide)
  const room = columnWidth[layout]
  // Signs above and below Arabic letters need space.
  const lineHeight = leftward ? 1.35 : isIdeographic(title) ? 1.2 : 1.06
  const count = words === '' ? 0 : textLines(title, size, lineHeight, room, wide)
  const textWidth = Math.min(room, 700)
  const text = fittingSentences(words, (count * textWidth * fullnessOf(words)) / textSize)
  const picture: CardNode = focus
    ? {
        type: 'image',
        src: 'image',
        style: {
          ...{ position: 'absolute', top: 0, [end]: 0, width: imageWidth, height },
          ...{ objectFit: 'cover', objectPosition: `${focus.x * 100}% ${focus.y * 100}%` },
        },
      }
    : {
        type: 'image',
        src: drawing(seed, colours),
        ...{ width: 860, height: 860 },
        style: { position: 'absolute', top: -115, [end]: -360, width: 860, height: 860 },
      }
  const column = box(
    {
      ...{ position: 'relative', flexDirection: 'column', justifyContent: 'space-between' },
      ...{ width: room + margin, height, paddingTop: 60, paddingBottom: 58 },
      ...(leftward ? { paddingRight: margin, marginLeft: 'auto' } : { paddingLeft: margin }),
    },
    [
      lines(above, 1, {
        ...(isArabic(above) ? { direction: 'rtl' } : { direction: 'ltr' }),
        textAlign: leftward ? 'right' : 'left',
        fontFamily: families.text,
        fontWeight: 600,
        fontSize: topSize,
        lineHeight: 1.3,
        minHeight: 39,
      }),
      box({ flexDirection: 'column', gap }, [
        lines(title, mostLines, {
          ...{ fontFamily: families.display, fontWeight: weight, fontSize: size, textWrap: 'balance' },
          lineHeight,
          // What hangs below the last line is shown, too.
          ...(leftward ? { paddingBottom: Math.round(size * 0.3) } : { letterSpacing: '-0.02em' }),
          ...(leftward ? {} : type.belowTitle(size)),
        }),
        count === 0
          ? undefined
          : lines(text, count, {
              ...{
                fontFamily: families.text,
                fontSize: textSize,
                lineHeight: 1.4,
                color: muted,
                maxWidth: textWidth,
              },
            }),
      ]),
      box({ alignItems: 'center', gap: 20 }, [
        box({ width: 44, height: 6, flexShrink: 0, backgroundColor: accent }, []),
        lines(below, 1, { fontFamily: families.mono, fontSize: 23, lineHeight: 1.4, color: muted }),
      ]),
    ],
  )
  return box(
    {
      ...{ position: 'relative', width, height, overflow: 'hidden', backgroundColor: paper, color: ink },
      direction: leftward ? 'rtl' : 'ltr',
    },
    [picture, column],
  )
}

/** Another one when the same content is drawn differently: then every card gets a new path. */
const design = 3

interface Shown {
  stem: string
  title: string
  text: string
  above: string
  below: readonly (string | number | null | undefined)[]
  seed: string
  image?: PublishedImage | undefined
  fallback: PublishedImage | undefined
}

/** The smallest variant that fills the card's part for images, which is upright. */
const variantOf = (image: PublishedImage) => {
  const ratio = image.height / image.width
  const variants = image.variants.jpeg
  return variants.find(({ width }) => width >= 460 && width * ratio >= 630) ?? variants.at(-1)
}

/** Undefined when there is nothing to compute the path with, or when a title has letters that no font of cards has. */
const createCard = (shown: Shown, { settings }: Content, assets: SiteAssets): ShareCard | undefined => {
  const { digest, tones, theme, publicUrl } = assets
  const title = drawable(shown.title)
  const type = cardTypeOf(theme)
  if (!digest || !tones || !title) return undefined
  const variant = shown.image && variantOf(shown.image)
  const below = [hostOf(publicUrl), ...shown.below].filter(Boolean).join(' · ')
  const content: CardContent = {
    title,
    text: drawable(shown.text) ?? '',
    above: drawable(shown.above) ?? '',
    below: drawable(below) ?? hostOf(publicUrl),
    seed: shown.seed,
    focus: variant && shown.image?.focus,
    colours: cardColours(tones, settings),
  }
  const { text, above } = content
  return {
    stem: shown.stem,
    path: cardPath(shown.stem, digest(JSON.stringify([design, content, variant?.url, ...type.key])).slice(0, 16)),
    alt: [shown.title, shown.text].filter(Boolean).join('. '),
    fallback: shown.fallback && previewOf(shown.fallback)?.url,
    cuts: cutTexts(content, type),
    // Ellipses are ours.
    draw: () => ({
      node: cardLayout(content, type),
      fonts: fontsFor([title, text, above, content.below, '…'], type),
      image: variant?.url,
    }),
  }
}

/** The card of the one page; none when the owner has chosen an image for it. */
export const homeCard = (content: Content, assets: SiteAssets): ShareCard | undefined => {
  const { settings } = content
  if (chosenLinkImage(content)) return undefined
  return createCard(
    {
      stem: `${cardFolder}home`,
      title: settings.name || hostOf(assets.publicUrl),
      text: settings.description || (settings.headlines[0] ?? ''),
      above: settings.role,
      below: [settings.location],
      seed: settings.name,
      fallback: linkImageOf(content),
    },
    content,
    assets,
  )
}

export const projectCard = (
  project: PublishedEntry<'projects'>,
  content: Content,
  words: Words,
  assets: SiteAssets,
): ShareCard | undefined => {
  const [category] = categoriesOf(project, content.settings, words)
  const image = cardImage(project, content.media)
  return createCard(
    {
      stem: `${cardFolder}projects/${project.slug}`,
      title: project.title,
      text: project.summary,
      above: content.settings.name,
      below: [category?.label, project.year],
      seed: project.title,
      // What draws cards reads no SVG from outside.
      image: image?.vector ? undefined : image,
      fallback: imageIn(content.media, project.image) ?? linkImageOf(content),
    },
    content,
    assets,
  )
}

/** The card of a page of its own. */
export const pageCard = (
  page: PublishedEntry<'pages'>,
  content: Content,
  assets: SiteAssets,
  texts: Texts,
): ShareCard | undefined => {
  const { name } = content.settings
  return createCard(
    {
      stem: `${cardFolder}pages/${page.slug}`,
      title: page.title,
      text: firstText(page.blocks, texts),
      above: name,
      below: [],
      seed: name,
      fallback: linkImageOf(content),
    },
    content,
    assets,
  )
}

/** The cards of all pages for this content. */
export function* shareCards(content: Content, words: Words, assets: SiteAssets, texts: Texts): Generator<ShareCard> {
  const cards = [
    homeCard(content, assets),
    ...content.projects.map((project) => projectCard(project, content, words, assets)),
    ...content.pages
      .filter(({ placement }) => placement === 'page')
      .map((page) => pageCard(page, content, assets, texts)),
  ]
  for (const card of cards) if (card) yield card
}
