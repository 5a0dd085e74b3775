import {
  useMode as addMode,
  clampChroma,
  converter,
  differenceEuclidean,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parseHex,
  wcagContrast,
  wcagLuminance,
} from 'culori/fn'

// One call without effects: who does not compute colours is built without the library.
const { oklch, difference } = /* @__PURE__ */ (() => {
  for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) addMode(mode as typeof modeRgb)
  return { oklch: converter('oklch'), difference: differenceEuclidean('oklab') }
})()

/** Colours of one mode of a theme, each as `#rrggbb`. */
export interface Palette {
  paper: string
  /** A second ground next to paper: behind images, code, tiles. */
  wash: string
  ink: string
  muted: string
  /** Hairlines, which carry no meaning. */
  line: string
  accent: string
  danger: string
  success: string
}

type Mode = 'light' | 'dark'

export type Palettes = Record<Mode, Palette>

/** A palette in which everything that is read can be read. */
export interface Tones extends Palette {
  /** The chosen accent itself, for areas without text or with text in `onField`. */
  field: string
  onField: string
}

export type PaperTint = 'theme' | 'white' | 'warm' | 'grey' | 'accent'

interface Choice {
  /** `''` is the theme's own; else the name of a preset or a hex colour. */
  accent: string
  paper: PaperTint
}

const presets = new Map<string, Record<Mode, string>>([
  ['vermilion', { light: '#d0290a', dark: '#fb6c3e' }],
  ['cobalt', { light: '#1b4dd1', dark: '#7aa8fe' }],
  ['moss', { light: '#316c2b', dark: '#85c76d' }],
  ['plum', { light: '#96266f', dark: '#ea86c1' }],
  ['graphite', { light: '#3c4046', dark: '#c7cbd0' }],
])

/** Danger and success where the accent looks like the theme's own. */
const elsewhere = {
  danger: { light: '#be260b', dark: '#fb7e5d' },
  success: { light: '#036884', dark: '#59c8e8' },
}

/** Papers by choice. Where no lightness is given, the theme's stays. */
const papers = new Map<PaperTint, Record<Mode, { l?: number; c: number; h?: number }>>([
  ['white', { light: { l: 1, c: 0 }, dark: { c: 0 } }],
  ['warm', { light: { l: 0.965, c: 0.022, h: 85 }, dark: { c: 0.014, h: 65 } }],
  ['grey', { light: { l: 0.94, c: 0 }, dark: { l: 0.235, c: 0 } }],
])

/** Of a paper in the accent's hue: as much as a tint may have before it is a colour. */
const tintChroma = { light: 0.013, dark: 0.02 }

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const leastForText = 4.5
const leastForControls = 3

/** Distance in OKLab: 0.02 is just noticeable side by side, this is told apart a screen away. */
const leastApart = 0.1

const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, 'oklch'))
const oklchOf = (hex: string): Oklch => oklch(hex) ?? { mode: 'oklch', l: 0, c: 0 }

/** The theme's grounds, or those of the chosen paper with the theme's steps of lightness between them. */
const groundsOf = (palette: Palette, mode: Mode, tint: PaperTint, accent: Oklch) => {
  const paper = oklchOf(palette.paper)
  const chosen =
    tint === 'accent'
      ? { l: paper.l, h: accent.h, c: Math.min(accent.c, tintChroma[mode]) }
      : { l: paper.l, ...papers.get(tint)?.[mode] }
  if (chosen.c === undefined) return palette
  const ground = (hex: string) => {
    const step = oklchOf(hex).l - paper.l
    const l = chosen.l + step > 1 ? chosen.l - step : chosen.l + step
    return hexOf({ mode: 'oklch', c: 0, ...chosen, l } as Oklch)
  }
  return { ...palette, paper: ground(palette.paper), wash: ground(palette.wash), line: ground(palette.line) }
}

/** The colour itself where it passes; else the nearest in lightness of its hue and chroma that does, judged as the hex that is written. */
const nearest = (own: string, passes: (hex: string) => boolean): string => {
  if (passes(own)) return own
  const colour = oklchOf(own)
  const [first] = [0, 1]
    .filter((end) => passes(hexOf({ ...colour, l: end })))
    .map((end) => {
      let [fails, fits] = [colour.l, end]
      // To less than a step of 8 bits.
      while (Math.abs(fits - fails) > 0.001) {
        const l = (fails + fits) / 2
        if (passes(hexOf({ ...colour, l }))) fits = l
        else fails = l
      }
      return { hex: hexOf({ ...colour, l: fits }), moved: Math.abs(fits - colour.l) }
    })
    .sort((one, other) => one.moved - other.moved)
  return first?.hex ?? own
}

/** The first that differs from the others: the colour itself, the one instead of it, then other hues at full chroma. */
const apartFrom = (others: readonly string[], own: string, other: string, passes: (hex: string) => boolean): string => {
  const isApart = (hex: string) => others.every((one) => difference(one, hex) >= leastApart)
  for (const hex of [own, other]) {
    const shown = nearest(hex, passes)
    if (isApart(shown)) return shown
  }
  const { l, h = 0 } = oklchOf(own)
  for (const turn of [0, -20, 20, -40, 40, -60, 60, -80, 80]) {
    const shown = nearest(hexOf({ mode: 'oklch', l, c: 0.2, h: h + turn }), passes)
    if (isApart(shown)) return shown
  }
  return nearest(other, passes)
}

const tonesIn = (mode: Mode, theme: Palette, field: string, tint: PaperTint): Tones => {
  const palette = groundsOf(theme, mode, tint, oklchOf(field))
  const { paper, wash } = palette
  const reads = (onWash: number) => (hex: string) =>
    wcagContrast(hex, paper) >= leastForText && wcagContrast(hex, wash) >= onWash
  const isRead = reads(leastForText)
  const ink = nearest(palette.ink, isRead)
  // On its own wash, a theme sets its own accent as large text and marks only.
  const accent = nearest(field, palette === theme && field === theme.accent ? reads(leastForControls) : isRead)
  const danger = apartFrom([accent], palette.danger, elsewhere.danger[mode], isRead)
  const success = apartFrom([accent, danger], palette.success, elsewhere.success[mode], isRead)
  const onField = [
    [paper, ink],
    ['#000000', '#ffffff'],
  ]
    .flatMap((pair) => pair.toSorted((one, other) => wcagContrast(other, field) - wcagContrast(one, field)))
    .find((hex) => wcagContrast(hex, field) >= leastForText) as string
  return { ...palette, ink, muted: nearest(palette.muted, isRead), accent, danger, success, field, onField }
}

let last: { palettes: Palettes; accent: string; paper: PaperTint; tones: Record<Mode, Tones> } | undefined

/**
 * The colours of the page in both modes. Whatever is chosen: ink, muted, accent, danger and success on paper and on wash, paper on accent and
 * `onField` on `field` have 4.5:1, and accent, danger and success differ from one another.
 */
export const tonesOf = (palettes: Palettes, { accent, paper }: Choice): Record<Mode, Tones> => {
  // Every page of a site asks for the same.
  if (last?.palettes === palettes && last.accent === accent && last.paper === paper) return last.tones
  const hex = parseHex(accent) && formatHex(accent)
  const own = (mode: Mode) => presets.get(accent)?.[mode] ?? hex ?? palettes[mode].accent
  const tones = {
    light: tonesIn('light', palettes.light, own('light'), paper),
    dark: tonesIn('dark', palettes.dark, own('dark'), paper),
  }
  last = { palettes, accent, paper, tones }
  return tones
}

/** Why the accent as text is not the chosen colour: the contrast that this one has, rounded down. Undefined where it is. */
export const adjustmentOf = ({ field, accent, paper, wash }: Tones) => {
  if (accent === field) return undefined
  const ratios = { paper: wcagContrast(field, paper), wash: wcagContrast(field, wash) }
  const ground: keyof typeof ratios = ratios.paper < leastForText ? 'paper' : 'wash'
  const shown: 'darker' | 'lighter' = wcagLuminance(accent) < wcagLuminance(field) ? 'darker' : 'lighter'
  return { ground, ratio: Math.floor(ratios[ground] * 10) / 10, shown }
}
