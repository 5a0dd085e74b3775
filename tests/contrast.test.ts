import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_THEME } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { cssVariables, theme } from '../src/admin/theme.ts'
import { accents } from '../src/model/settings/settings.ts'
import { cardColours } from '../src/site/cards/share-cards.ts'
import { themeColors } from '../src/site/markup/head.ts'

const sheets = globSync(path.join(import.meta.dirname, '../src/site/**/*.css')).map((file) =>
  readFileSync(file, 'utf8'),
)
const css = sheets.find((sheet) => sheet.includes('[data-accent=')) ?? ''

type Mode = 'light' | 'dark'
type Rgb = [number, number, number]

/** Linear sRGB of an OKLCH colour, cut to what a screen can show. Björn Ottosson's matrices, as in CSS Color 4. */
const linear = (lightness: number, chroma: number, hue: number): Rgb => {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (value: number) => Math.min(1, Math.max(0, value))
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const hex = (colour: Rgb) =>
  `#${colour
    .map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const colours = (block: string): Record<string, Record<Mode, Rgb>> =>
  Object.fromEntries(
    [...block.matchAll(/--(\w+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g)].map(
      ([, name, light, dark]) => {
        const read = (numbers = '') => linear(...(numbers.split(' ').map(Number) as [number, number, number]))
        return [name, { light: read(light), dark: read(dark) }]
      },
    ),
  )

const base = colours(css.slice(0, css.indexOf('}')))

const presetOf = (accent: string) => {
  const block = new RegExp(`\\[data-accent="${accent}"\\] \\{([^}]*)\\}`).exec(css)?.[1]
  return block === undefined ? undefined : colours(block)
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** The contrast ratio of WCAG 2. */
const contrast = (one: Rgb, other: Rgb) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Coordinates in OKLab, where distance is difference as people see it. */
const oklab = ([r, g, b]: Rgb): [number, number, number] => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const distance = (one: Rgb, other: Rgb) => {
  const [a, b] = [oklab(one), oklab(other)]
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)))
}

/** 0.02 is just noticeable side by side; this is told apart a screen away. */
const clearlyApart = 0.1

const rgbOf = (text: string): Rgb =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(text.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Rgb

const token = (name: string, mode: Mode): Rgb => {
  const colour = base[name]?.[mode]
  if (!colour) throw new Error(`tokens.css has no colour ${name}`)
  return colour
}

describe('the colours', () => {
  for (const accent of accents) {
    for (const mode of ['light', 'dark'] as const) {
      it(`reach AA for text in ${mode} with ${accent}`, () => {
        const own = presetOf(accent)
        // The first preset is the style sheet's own accent; each other one must say what it is.
        expect(own?.accent === undefined).toBe(accent === accents[0])
        const text = own?.accent?.[mode] ?? token('accent', mode)
        const danger = own?.danger?.[mode] ?? token('danger', mode)
        const success = own?.success?.[mode] ?? token('success', mode)
        const paper = token('paper', mode)
        const pairs: Record<string, number> = {
          'ink on paper': contrast(token('ink', mode), paper),
          'ink on wash': contrast(token('ink', mode), token('wash', mode)),
          'muted on paper': contrast(token('muted', mode), paper),
          'accent on paper': contrast(text, paper),
          'paper on accent': contrast(paper, text),
          'paper on ink': contrast(paper, token('ink', mode)),
          'danger on paper': contrast(danger, paper),
          'success on paper': contrast(success, paper),
        }
        expect(Object.entries(pairs).filter(([, ratio]) => ratio < 4.5)).toEqual([])
        const meanings = {
          'danger and accent': distance(danger, text),
          'success and accent': distance(success, text),
          'danger and success': distance(danger, success),
        }
        expect(Object.entries(meanings).filter(([, apart]) => apart < clearlyApart)).toEqual([])
      })
    }
  }

  it('are the ones that browsers colour their bars with', () => {
    expect(themeColors).toEqual({ light: hex(token('paper', 'light')), dark: hex(token('paper', 'dark')) })
  })

  it.each(accents.flatMap((accent) => (['light', 'dark'] as const).map((mode) => [accent, mode] as const)))(
    'are those of share cards: %s, %s',
    (accent, mode) => {
      const [paper, ink, muted, line] = ['paper', 'ink', 'muted', 'line'].map((name) => hex(token(name, mode)))
      expect(cardColours({ accent, appearance: mode })).toEqual({
        ...{ paper, ink, muted, line },
        accent: hex((presetOf(accent) ?? base).accent?.[mode] as Rgb),
      })
    },
  )
})

describe('the colours of the admin', () => {
  it.each(['light', 'dark'] as const)('in %s tell danger, success and the accent apart, and reach AA', (mode) => {
    const values: Record<string, string> = cssVariables(DEFAULT_THEME)[mode]
    const named = (name: string) => rgbOf(values[name] ?? '')
    const [danger, success] = [named('--mantine-color-error'), named('--vitrine-success')]
    const accent = rgbOf(theme.colors?.accent?.[mode === 'light' ? 7 : 5] ?? '')
    const body = named('--mantine-color-body')
    const pairs: Record<string, number> = {
      'danger on the body': contrast(danger, body),
      'danger on a surface': contrast(danger, named('--vitrine-surface')),
      'danger on its own tint': contrast(danger, named('--vitrine-danger-soft')),
      'the body on danger': contrast(body, danger),
      'success on the body': contrast(success, body),
    }
    expect(Object.entries(pairs).filter(([, ratio]) => ratio < 4.5)).toEqual([])
    const meanings = {
      'danger and accent': distance(danger, accent),
      'success and accent': distance(success, accent),
      'danger and success': distance(danger, success),
    }
    expect(Object.entries(meanings).filter(([, apart]) => apart < clearlyApart)).toEqual([])
  })
})
