import { converter, differenceEuclidean, formatHex, type Oklch, wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'
import { accents } from '../src/model/settings/settings.ts'
import { adjustmentOf, type Palettes, type PaperTint, type Tones, tonesOf } from '../src/model/themes/tones.ts'
import { packThemes } from '../src/server/themes/pack.ts'
import { seededRandom } from './support/random.ts'

const themes: Record<string, Palettes> = Object.fromEntries(
  (await packThemes('src/site/themes')).map(({ theme }) => [theme.id, theme.palettes]),
)
const editorial = themes.editorial as Palettes

const tints: PaperTint[] = ['theme', 'white', 'warm', 'grey', 'accent']
const modes = ['light', 'dark'] as const

const difference = differenceEuclidean('oklab')

/** Everything that is wrong with these colours. */
const faultsOf = (tones: Tones, isThemesOwn: boolean): string[] => {
  const { paper, wash, accent, danger, success, field, onField } = tones
  const read = (['ink', 'muted', 'accent', 'danger', 'success'] as const).flatMap((name) => [
    [`${name} on paper`, tones[name], paper, 4.5] as const,
    // A theme's own accent is set small on paper only.
    [`${name} on wash`, tones[name], wash, isThemesOwn && name === 'accent' ? 3 : 4.5] as const,
  ])
  return [
    ...Object.entries(tones).flatMap(([name, hex]) => (/^#[0-9a-f]{6}$/.test(hex) ? [] : [`${name}: ${hex}`])),
    ...[...read, ['onField on field', onField, field, 4.5] as const].flatMap(([name, one, other, least]) => {
      const ratio = wcagContrast(one, other)
      return ratio >= least ? [] : [`${name}: ${ratio}`]
    }),
    ...Object.entries({
      'danger and accent': difference(danger, accent),
      'success and accent': difference(success, accent),
      'danger and success': difference(danger, success),
    }).flatMap(([name, apart]) => (apart >= 0.1 ? [] : [`${name}: ${apart} apart`])),
  ]
}

const hexes = (count: number): string[] => {
  const random = seededRandom(86)
  return Array.from({ length: count }, () => `#${random.below(0x1000000).toString(16).padStart(6, '0')}`)
}

describe('the tones of a page', () => {
  it.each(Object.keys(themes))(
    'can be read and told apart in the theme %s for 1,000 accents on every paper',
    (theme) => {
      const palettes = themes[theme] as Palettes
      const corners = [
        '#000000',
        '#ffffff',
        '#808080',
        '#ff0000',
        '#00ff00',
        '#0000ff',
        '#ffff00',
        '#00ffff',
        '#ff00ff',
      ]
      const faults = hexes(1000)
        .concat(corners, accents, '')
        .flatMap((accent) =>
          tints.flatMap((paper) => {
            const tones = tonesOf(palettes, { accent, paper })
            return modes.flatMap((mode) => {
              const isThemesOwn = paper === 'theme' && tones[mode].field === palettes[mode].accent
              return faultsOf(tones[mode], isThemesOwn).map((fault) => `${accent} on ${paper}, ${mode}: ${fault}`)
            })
          }),
        )
      expect(faults).toEqual([])
    },
  )

  it.each([
    ['', '#d0290a #a61047 #036d3d', '#fb6c3e #f38ea8 #5fce8c'],
    ['vermilion', '#d0290a #a61047 #036d3d', '#fb6c3e #f38ea8 #5fce8c'],
    ['cobalt', '#1b4dd1 #a61047 #036d3d', '#7aa8fe #f38ea8 #5fce8c'],
    ['moss', '#316c2b #a61047 #036884', '#85c76d #f38ea8 #59c8e8'],
    ['plum', '#96266f #be260b #036d3d', '#ea86c1 #fb7e5d #5fce8c'],
    ['graphite', '#3c4046 #a61047 #036d3d', '#c7cbd0 #f38ea8 #5fce8c'],
  ])('are those of the first versions in the look of the first versions, with the accent “%s”', (accent, ...known) => {
    const tones = tonesOf(editorial, { accent, paper: 'theme' })
    expect(modes.map((mode) => [tones[mode].accent, tones[mode].danger, tones[mode].success].join(' '))).toEqual(known)
    for (const mode of modes) {
      const { accent: own, field, danger: _d, success: _s, onField: _o, ...rest } = tones[mode]
      expect([field, adjustmentOf(tones[mode])]).toEqual([own, undefined])
      expect(editorial[mode]).toMatchObject(rest)
    }
  })

  it('keep a chosen colour as the field, and say what was adjusted, to which side and why', () => {
    const { light, dark } = tonesOf(editorial, { accent: '#FA0', paper: 'theme' })
    expect([light.field, dark.field, light.onField]).toEqual(['#ffaa00', '#ffaa00', light.ink])
    expect(adjustmentOf(light)).toEqual({ ground: 'paper', ratio: 1.7, shown: 'darker' })
    expect(adjustmentOf(dark)).toBeUndefined()
    const navy = tonesOf(editorial, { accent: '#001a66', paper: 'theme' })
    expect(navy.light.accent).toBe('#001a66')
    expect(adjustmentOf(navy.dark)).toMatchObject({ ground: 'paper', shown: 'lighter' })
    // Read on the paper, and not on the ground of tiles.
    const { light: between } = tonesOf(editorial, { accent: '#d02a0b', paper: 'theme' })
    expect(adjustmentOf(between)).toEqual({ ground: 'wash', ratio: 4.3, shown: 'darker' })
  })

  it('are as near to the chosen colour as they can be: a step of lightness less fails', () => {
    const { accent, paper, wash } = tonesOf(editorial, { accent: '#ffaa00', paper: 'theme' }).light
    const oklch = converter('oklch')
    const [shown, chosen] = [oklch(accent), oklch('#ffaa00')]
    expect(Math.abs((shown?.h ?? 0) - (chosen?.h ?? 0))).toBeLessThan(2)
    const lighter = formatHex({ ...oklch(accent), l: (shown?.l ?? 0) + 0.008 } as Oklch)
    expect(Math.min(wcagContrast(lighter, paper), wcagContrast(lighter, wash))).toBeLessThan(4.5)
  })
})
