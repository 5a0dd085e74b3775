import { shareCardSize } from '../../model/publishing/share-card.ts'
import { rings } from '../sections/home/rings.ts'
import type { CardColours } from './card-colours.ts'
import { cardFamilies } from './card-fonts.ts'
import { box, type CardNode, lines } from './card-node.ts'
import { advanceOf, fittingSentences, isIdeographic, unbroken } from './card-text.ts'

/** Content of a card. Texts are `drawable`; empty ones are left out. */
export interface CardContent {
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

const titleSize = (title: string, layout: keyof typeof sizes): number => {
  const count = [...title].length
  const smallest = smallestOf(title)
  const [, most] = sizes[layout].find(([characters]) => count <= characters) ?? [0, smallest]
  const longest = Math.max(...unbroken(title).map(advanceOf))
  const room = columnWidth[layout]
  // Its letters need more height.
  const size = isArabic(title) ? most * 0.85 : most
  const fitting = Math.min(size, room / longest, (room * mostLines * fullnessOf(title)) / advanceOf(title))
  return Math.max(smallest, Math.floor(fitting))
}

// Between the line at the top and the one at the foot, with some space to both.
const middleHeight = 416
const textSize = 30
const textLine = 42
const gap = 22

/** Number of lines of text that fit below a title. */
const textLines = (title: string, size: number, lineHeight: number, room: number): number => {
  const titleLines = Math.min(mostLines, Math.ceil((advanceOf(title) * size) / (room * fullnessOf(title))))
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
export const cardLayout = ({ title, text: words, above, below, seed, focus, colours }: CardContent): CardNode => {
  const { paper, ink, muted, accent } = colours
  const layout = focus ? 'withImage' : 'alone'
  const leftward = isArabic(title)
  const end = leftward ? 'left' : 'right'
  const size = titleSize(title, layout)
  const room = columnWidth[layout]
  // Signs above and below Arabic letters need space.
  const lineHeight = leftward ? 1.35 : isIdeographic(title) ? 1.2 : 1.06
  const count = words === '' ? 0 : textLines(title, size, lineHeight, room)
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
        fontFamily: cardFamilies.text,
        fontWeight: 600,
        fontSize: 30,
        lineHeight: 1.3,
        minHeight: 39,
      }),
      box({ flexDirection: 'column', gap }, [
        lines(title, mostLines, {
          ...{ fontFamily: cardFamilies.display, fontWeight: 620, fontSize: size, textWrap: 'balance' },
          lineHeight,
          // What hangs below the last line is shown, too.
          ...(leftward ? { paddingBottom: Math.round(size * 0.3) } : { letterSpacing: '-0.02em' }),
        }),
        count === 0
          ? undefined
          : lines(text, count, {
              ...{
                fontFamily: cardFamilies.text,
                fontSize: textSize,
                lineHeight: 1.4,
                color: muted,
                maxWidth: textWidth,
              },
            }),
      ]),
      box({ alignItems: 'center', gap: 20 }, [
        box({ width: 44, height: 6, flexShrink: 0, backgroundColor: accent }, []),
        lines(below, 1, { fontFamily: cardFamilies.mono, fontSize: 23, lineHeight: 1.4, color: muted }),
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
