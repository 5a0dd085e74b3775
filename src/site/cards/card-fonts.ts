import type { CardFont, CodeRanges } from '../../model/publishing/page.ts'
import { plainTheme } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'

/** One bit for each character from U+4E00: the font has it. Written by `scripts/japanese-coverage.ts`. */
const kanji =
  'i2/zQ0IkRpss6ODjBAAKQGVfNtt3eUkE1+zw4zhgxQgC5gM0AIBRNcjgq34AgmmYSKlCKQPoYIAcRJOtOsBoRWCqVoZ6P0ACiINhFCAQdCEhIAIHADC8QCSmYkSoYCAKFwJ0hQIEhJz7exUUJH/iEWW27wJ1H/8gcDpAOMMmY2fZTZIgsEbJD5i8UEg4hj+giCMWiAk+MlKqIqTj3QAsx2ah4SYLhAqP6yeeVUHCu4kUAECFYWNJCAx/0Io+/88FGv8DqEF6QHtFRwKAAAXrOFHYBQA0mQxxlwMAAWZjBCTQgFEAAMAKQ3GQyDAIAABYmQ4A94BfQQCwABCUGACAYkAC0AkAglYBBFABCBAdEAXBhBAAJUBQEA9Bik0JQA2mGatMkcAhgQmFxAMAUgYAgAQLCAAdBAkASUhckAkAkBZlDCAiEoQzJAMMlkcECiVCKACIkABJCE+iFKrTMNiHPgSGYR+kfoZBkMOzBaVXGCEeJEgqKBEESkAKGxZgDUCICgIClSGCYBBDAgAERBQAgAAABAwAAABwBhrBAEoCAAwAGkAABBRFQCkAs714CisFqbugv3xAeYP8Eh3o9ktpxfbvSgQVIQL/Y+0rQDPQQgIAEBMAAhvKWaAAAAIDp0EsgEjyjwQCAAAAWAUQAJJIAJQYASAEUIA0ADJMaOpJvmhMGEIuIKjJIblQsIAeAHz/moTgFMEo4AEOh0msDxPb3Rq++4ngoqJRAlXKMkY+i5K/HY9DA2cYMigwwDMRCCOpAMBlOuOPAgROLCWGPb+hABo61IzJBnwx4AAKlYsB2w5L4yCMghEQ8JR9KKesyftAhERTBpBaRETIPwEASADU9QF3V+xCxB2Jg2soSQlBQtIdBv5ZABgiOuS3nzsD8OrAhhMCgoCJAOQAsqEQgEvEDAnTRImvHzRIWYJFDApCUARAoMgQQDFQRARAAAGAgkAFCAEsRDBqBRqmIBQFz5BWZCEAADEYnPDLIKHiY0wQtQGMU4OasriBMnqYhArnMwIMzNQYkKGhcJAeigTg1MNRBJpDwiFESBBTkgJANkECvfMJq/DowH3SpULCS9I/pK/QoBqhNEeC2ANSxBtllNI6yBwAyEAGDhQzT2EbsogA0MAqoJioxaFrFlAutIWLwAQGM/kEHm4FUaIABDh2B+y4cwZEMhiBQBbIinwJY4ApBKokHJzKDk5gJ5AJAINGAASBEWCBEA1UCAkOAArMAAUADDAERKCLAIRniFIZil6GGItZLmBBEIy+nGFoHIkAmAgAAIGaCBgAkEEHQKHkBQUNZA4xTQ4GSAr/MhaoKi6FCwAAGITKIA5saTIAABZYVpADIFEoGgCAJBHhGCZDUl2qDqAPKK57+gBFCGRAiYDIRMAFkEGxJITEJDQaOmAAkJTBRoI6AA0YBsEiABCZUOARFVdAggAaBAoCTwAwiRPYSkQCiiLtwBAFQAAQAgEIiAExAEYEAgDwCAcAiQCiAAACIgACEBZCAEAQAFJgAvRSACAQhTCCABECQghDtYDhcCCaQCABCAA1ZfzBGQSrhgIUYocARACFkEQCXECFCgcygDMABMC4IM7QwDDAgAAIBSUNkApAAAACDAgFZQBAIWQCQWgCAAAkAHyEAgAg3hmGSUAICABAhAABIACEEBDNQscBOHAq1WgZjx1QvhI+9S7ZgcTOEiQoCC5zrCQ0SwwCHdQCKgCAlwARCMQRRBGGF0V92UlJBgBAkYdMJcTYukQUSZIbAMhxAoAVgQAADGoJAMIASAJAITBJuoAggBys4ggQBBA0AOEAFIQgAAAgAJgUEMJwqgSIhiBUYgwTBICRECCCQAYCQBwAVIMD6eQlIYCEM+QAIMBECeYDCiaB2hIBCAFpkJcBQIb4TeKBAA4KUaYaAeyBAMZBhLitLLZvpEGHVI0CS2ERaAJgu1cgoFAzBMCotLcCJBIB05oAIHEiyACBIJ6AigyA4QmwUYExEChADiqlibZpDmIlRETRhYBUTXUssR8H2C2GfNhBSE5BbiIAggieDPg37YCMJnUTkxQIMg4EyE5Ipm5KLHBmwCYBugzTXRgAAAAAAAAAAAAAAAAAAAAAAABABSBwM4GBT6UD7FUQZBjDRCNiFDQAQwoJGnsYpRMCAUioQARExQaB3eLwGkgtJrYWBFhQQG4ygBIx5AcADAiCCkJASDuAYEgThw2FKDQZAynlRSMKh6klGFymd8XZAF7oA4EAAKdUzcZBACgEomC4CisgAJ7a6ggaDnxCwBEIiXYDIYYFAQAAqBigRkjEBQ0iICJUSJEBipcomHgIAAUWIjFAQoAITvqiBhQIEZICIASbUi5DBgBQEJBBALqFQjAgIAtPoAUIJ4BAkQWTGlDfAAYCoiEwMAaATsQMyAQEoAGAAGAx1IAIAgoAHCgAGI5BANBqEMoQ8gBLTScGFSACkIgAWqiCSUVQgQQgAIAEiAgs0QgFAAGAxEog4GIAjgBCClUwjGoOCaXgBinEQhRIs4A+gDCzAgEcc5QUDWAgDEAJGjBAwFGklMDKjcgFwpYMpAEABDTIABABDVXJqSgkWhxCATdITXoPELQyKkV7MQWSlLhEXNdoikWXUNEuQxkIQgLSQJ1AmJcgCVRNBgAAAAAAAAAAAAAAAAAAAAAAAICEQlUhBAYcABckdhBhh//duZ9lClxdJAA8sK1ZAAAAAAAAAAAA0CibACIEAAIIAQhEBJhArAqNKJAAhwHgAAQxAJQXIYIZAFQQsiwaAgKcA0BgPQSIDAgAeSgWPLpAhgjLdHKAkB4AAAAAAADYiOGHnDRAEgRkrpEna+j75o9AZlOm7n9TK+PktZ+GAgBIhSIBAkQACBYhoCAEAAQCACAFAAB+VAEsFqwBhCqFEBSMMAXD+0O5ygBgkABgMkAAEpCAMAuBTFQAAkApAGodACCAAgCABAAQJgwVQIABB03ZJAwQKFAYAVAgUAAQ0ASAcAECCAHDITIBAACIABkHAghgBRIADkwFBKHwAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgACNjloDvSEEWog0cBEmAAAAAAAAEALFBIgVuAH4fBTtJWDtsBuJBdcb83piGgwNxQrR5UpSkAQFY1QDRFJXKxIWcqgBEUkpGABICQgQAGBsiG6RjwUSMJA5QPgwSYCIGwAAAAAAAIVCAFgAAJgE6hRwKBYdYRNRAGAkGqcAAAAAAAAAwAMgcRgQcgEnqQRgBokiwAwCAAmBQC0goIw0DgAAAAAAAAAhARERgBrBTOySCEAAAIWsxwYYPuASBQCAEAAIQM6AAW0QAkGGVggeAScAUDc9CDLgBU7AAYQEgQBAAQAAAAAAAAAAAAAAAKAaWQDIQySISB0AyFIBA3ITkAQEgIIABBCKFA1WgAgCQKAEJwAAAEwAAAAAAAAAAAAAIKMCGa6gYCYA3xDwFXshgdA6gEEoAAMQAEgAzBSAzxTEAAAgIDABAAAAAAAAAAAAAAA='

const firstKanji = 0x4e00

/** Ranges of the characters of the Japanese font; it has some of the kanji. */
export const japaneseRanges: CodeRanges = [
  [0x3000, 0x3003],
  [0x3005, 0x301c],
  [0x3041, 0x3096],
  [0x3099, 0x30ff],
  [firstKanji, 0x9fff],
  [0xff01, 0xff5d],
  [0xffe3, 0xffe3],
  [0xffe5, 0xffe5],
]

let bits: string | undefined

/** True for what the font draws of those ranges. */
export const isJapanese = (code: number): boolean => {
  if (code < firstKanji || code > 0x9fff) return true
  bits ??= atob(kanji)
  const at = code - firstKanji
  return ((bits.charCodeAt(at >> 3) >> (at & 7)) & 1) === 1
}

// As `scripts/fonts.js` and `scripts/card-fonts.js` cut them; a test holds the characters of each file to its range.
const latin: CodeRanges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
]
const latinExt: CodeRanges = [
  [0x100, 0x130],
  [0x132, 0x151],
  [0x154, 0x17f],
  [0x218, 0x21b],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
]

const ofThePage = 'src/site/themes/editorial/fonts'
const ofCards = 'src/site/cards/fonts'
const ofCv = 'src/server/cv/typst/fonts'

const weights = [400, 600] as const
const fromCv = (part: string, ranges: CodeRanges): CardFont[] =>
  weights.map((weight) => ({ family: `CV ${part}`, file: `${ofCv}/${part}-${weight}.ttf`, ranges }))

/** The fonts of cards: those of the page, and what draws the scripts that these lack. */
export const cardFonts: readonly CardFont[] = [
  { family: 'Bricolage', file: `${ofThePage}/bricolage-grotesque-latin.woff2`, ranges: latin },
  { family: 'Bricolage', file: `${ofThePage}/bricolage-grotesque-latin-ext.woff2`, ranges: latinExt },
  { family: 'Hanken', file: `${ofThePage}/hanken-grotesk-latin.woff2`, ranges: latin },
  { family: 'Hanken', file: `${ofThePage}/hanken-grotesk-latin-ext.woff2`, ranges: latinExt },
  { family: 'Geist Mono', file: `${ofThePage}/geist-mono-latin.woff2`, ranges: latin },
  { family: 'Geist Mono', file: `${ofThePage}/geist-mono-latin-ext.woff2`, ranges: latinExt },
  // A few letters that one or the other font of the page lacks.
  { family: 'Noto', file: `${ofCards}/noto-latin-ext.woff2`, ranges: latinExt },
  {
    family: 'Noto',
    file: `${ofCards}/noto-cyrillic.woff2`,
    ranges: [
      [0x400, 0x45f],
      [0x490, 0x491],
      [0x4b0, 0x4b1],
      [0x2116, 0x2116],
    ],
  },
  {
    family: 'Noto',
    file: `${ofCards}/noto-greek.woff2`,
    ranges: [
      [0x370, 0x373],
      [0x375, 0x377],
      [0x37a, 0x37f],
      [0x384, 0x38a],
      [0x38c, 0x38c],
      [0x38e, 0x3a1],
      [0x3a3, 0x3e1],
      [0x3f0, 0x3ff],
    ],
  },
  {
    family: 'Noto Arabic',
    file: `${ofCards}/noto-arabic.woff2`,
    ranges: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x200c, 0x200f],
    ],
  },
  ...fromCv('vietnamese', [
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x1ea0, 0x1ef9],
    [0x20ab, 0x20ab],
  ]),
  ...fromCv('cyrillic-ext', [
    [0x460, 0x481],
    [0x48a, 0x48f],
    [0x492, 0x4af],
    [0x4b2, 0x52f],
  ]),
  { family: 'CV japanese', file: `${ofCv}/japanese-400.ttf.br`, ranges: japaneseRanges },
]

const draws = ({ ranges }: CardFont, code: number) =>
  ranges.some(([from, to]) => code >= from && code <= to) && (ranges !== japaneseRanges || isJapanese(code))
const isCovered = (character: string) => cardFonts.some((font) => draws(font, character.codePointAt(0) ?? 0))

const others = 'Noto, Noto Arabic, CV vietnamese, CV cyrillic-ext, CV japanese'

/** For `font-family`, by what the text is. */
const ownFamilies = {
  display: `Bricolage, ${others}`,
  text: `Hanken, ${others}`,
  mono: `Geist Mono, ${others}`,
} as const
type CardFamilies = Readonly<Record<keyof typeof ownFamilies, string>>

/** Typefaces of cards: those of the theme, then ours for letters that it does not have. */
export interface CardType {
  fonts: readonly CardFont[]
  families: CardFamilies
  weight: number
  /** Of titles, as a multiple of those that sizes were chosen for. */
  wide: number
  /** Style of a title of this size: the letters of most typefaces hang lower than ours. */
  belowTitle(size: number): Readonly<Record<string, number>>
  /** Part of what a card's path is computed from; nothing where the fonts are ours. */
  key: readonly unknown[]
}

const ownType: CardType = {
  fonts: cardFonts,
  families: ownFamilies,
  weight: 620,
  wide: 1,
  belowTitle: () => ({}),
  key: [],
}

/** Average widths in em of the fonts to whose measure a theme's are stretched, the first of each kind. */
const standInWidths = {
  ArialMT: 0.441,
  'Arial-BoldMT': 0.4768,
  TimesNewRomanPSMT: 0.3997,
  'TimesNewRomanPS-BoldMT': 0.4252,
  LiberationMono: 0.6001,
}
const ownWidth = 0.4336

/** The declarations of each `@font-face` rule, by name. */
const rulesOf = (faces: string): ReadonlyMap<string, string>[] =>
  [...faces.matchAll(/@font-face\{([^{}]*)\}/g)].map(([, body = '']) => {
    const declared = body
      .split(';')
      .map((one) => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)] as const)
    return new Map(declared)
  })

/** How wide titles are in a theme, as its fonts say by those that stand in for them. */
const widthOf = (faces: string, rules: readonly ReadonlyMap<string, string>[]): number => {
  const [, first] = /--display-fallbacks:\s*("[^"]+")/.exec(faces) ?? []
  const rule = rules.find((declared) => declared.get('font-family') === first)
  const [, name = ''] = /^local\("([\w-]+)"\)/.exec(rule?.get('src') ?? '') ?? []
  const standIn = standInWidths[name as keyof typeof standInWidths]
  return standIn === undefined ? 1 : (Number.parseFloat(rule?.get('size-adjust') ?? '') / 100) * (standIn / ownWidth)
}

const known = new WeakMap<Theme, CardType>()

/** Typefaces of cards in a theme. Themes of somebody else, whose fonts are in the store, have ours. */
export const cardTypeOf = (theme: Theme | undefined): CardType => {
  if (!theme) return ownType
  const type = known.get(theme) ?? typeIn(theme)
  known.set(theme, type)
  return type
}

const typeIn = (theme: Theme): CardType => {
  if (theme.id === plainTheme && theme.tokens.font.display.$value[0] === 'Bricolage') return ownType
  const { font, weight } = theme.tokens
  const rules = rulesOf(theme.faces)
  const fontsOf = (use: keyof CardFamilies, wanted: number): CardFont[] =>
    rules.flatMap((declared) => {
      const [least = 400, most = least] = (declared.get('font-weight') ?? '').split(' ').map(Number)
      const [, file] = /^url\("(\/assets\/[\w.-]+)"\)/.exec(declared.get('src') ?? '') ?? []
      const family = declared.get('font-family')?.slice(1, -1)
      const isMeant = family === font[use].$value[0] && declared.get('font-style') !== 'italic'
      if (file === undefined || !isMeant || wanted < least || wanted > most) return []
      const ranges = (declared.get('unicode-range') ?? '').split(',').map((range) => {
        const [from = 0, to = from] = range
          .trim()
          .slice(2)
          .split('-')
          .map((code) => Number.parseInt(code, 16))
        return [from, to] as const
      })
      return [{ family: file.slice('/assets/'.length).replace(/\W/g, '-'), file: `dist/client${file}`, ranges }]
    })
  const own = {
    display: fontsOf('display', weight.display.$value),
    text: fontsOf('text', 450),
    mono: fontsOf('mono', 450),
  }
  const families = Object.entries(own).map(([use, fonts]) => [
    use,
    [...fonts.map(({ family }) => family), ownFamilies[use as keyof CardFamilies]].join(', '),
  ])
  return {
    fonts: [...Object.values(own).flat(), ...cardFonts],
    families: Object.fromEntries(families) as CardFamilies,
    weight: weight.display.$value,
    wide: widthOf(theme.faces, rules),
    belowTitle: (size) => ({ paddingBottom: Math.round(size * 0.22), marginBottom: -Math.round(size * 0.12) }),
    key: [families, weight.display.$value],
  }
}

const hasArabic = (text: string) => /[\u0600-\u06ff\u0750-\u077f]/.test(text)
// They shape Arabic letters; elsewhere they are the rest of an emoji.
const joiners = /[\u200c-\u200f]/g

/**
 * A text as a card can show it, in one line: without emoji and other signs that no font here has. Undefined when letters or digits are
 * among them, since a text with gaps is worse than none.
 */
export const drawable = (text: string): string | undefined => {
  const joined = hasArabic(text) ? text : text.replace(joiners, '')
  const characters = [...joined.normalize('NFC').replace(/\s+/g, ' ')]
  const lacking = characters.filter((character) => !isCovered(character))
  if (lacking.some((character) => /[\p{L}\p{N}]/u.test(character))) return undefined
  return characters.filter(isCovered).join('').replace(/ +/g, ' ').trim()
}

/** The fonts that these texts need. */
export const fontsFor = (texts: readonly string[], { fonts }: CardType = ownType): CardFont[] => {
  const codes = [...new Set(texts.join(''))].map((character) => character.codePointAt(0) ?? 0)
  return fonts.filter((font) => codes.some((code) => draws(font, code)))
}
