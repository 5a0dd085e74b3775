import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { accents } from '../src/model/settings/settings.ts'
import { themeColors } from '../src/site/page/head.ts'

const css = readFileSync(path.join(import.meta.dirname, '../src/site/styles/tokens.css'), 'utf8')

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

const accentOf = (accent: string) => {
  const block = new RegExp(`\\[data-accent="${accent}"\\] \\{([^}]*)\\}`).exec(css)?.[1]
  return block === undefined ? undefined : colours(block).accent
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** The contrast ratio of WCAG 2. */
const contrast = (one: Rgb, other: Rgb) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const token = (name: string, mode: Mode): Rgb => {
  const colour = base[name]?.[mode]
  if (!colour) throw new Error(`tokens.css has no colour ${name}`)
  return colour
}

describe('the colours', () => {
  for (const accent of accents) {
    for (const mode of ['light', 'dark'] as const) {
      it(`reach AA for text in ${mode} with ${accent}`, () => {
        const own = accentOf(accent)
        // The first preset is the style sheet's own accent; each other one must say what it is.
        expect(own === undefined).toBe(accent === accents[0])
        const text = own?.[mode] ?? token('accent', mode)
        const paper = token('paper', mode)
        const pairs: Record<string, number> = {
          'ink on paper': contrast(token('ink', mode), paper),
          'ink on wash': contrast(token('ink', mode), token('wash', mode)),
          'muted on paper': contrast(token('muted', mode), paper),
          'accent on paper': contrast(text, paper),
          'paper on accent': contrast(paper, text),
          'paper on ink': contrast(paper, token('ink', mode)),
        }
        expect(Object.entries(pairs).filter(([, ratio]) => ratio < 4.5)).toEqual([])
      })
    }
  }

  it('are the ones that browsers colour their bars with', () => {
    expect(themeColors).toEqual({ light: hex(token('paper', 'light')), dark: hex(token('paper', 'dark')) })
  })
})
