// Without the schemas of a theme, which the preview does without.
import type { Theme } from './theme.ts'

/** The theme of a site that has chosen none, and of one whose theme is missing or fails. */
export const plainTheme = 'editorial'

/** The theme with this id, else the plain one; undefined where there are none. */
export const themeOf = (themes: readonly Theme[] = [], id = ''): Theme | undefined =>
  themes.find((theme) => theme.id === id) ?? themes.find((theme) => theme.id === plainTheme)

type Pair = Theme['pairs'][number]

/** The pair of typefaces that is chosen for a theme, else its first; undefined for a theme without pairs. */
export const pairOf = ({ id, pairs }: Theme, typefaces: readonly string[] = []): Pair | undefined =>
  pairs.find((pair) => typefaces.includes(`${id}/${pair.id}`)) ?? pairs[0]

/** The choices with this pair for its theme. Those for other themes stay, so that a way back finds them. */
export const withPair = (typefaces: readonly string[], { id, pairs }: Theme, pair: string): string[] => {
  const others = typefaces.filter((one) => !one.startsWith(`${id}/`))
  return pair === pairs[0]?.id ? others : [...others, `${id}/${pair}`].slice(-mostTypefaces)
}

export const mostTypefaces = 40

/** The theme with the typefaces of one of its pairs. With the first it is the theme itself. */
export const inPair = (theme: Theme, pair: Pair | undefined): Theme => {
  if (!pair || pair === theme.pairs[0]) return theme
  const { font, weight, size } = theme.tokens
  const scaled = (value: number) => Number((value * (pair.scale ?? 1)).toFixed(4))
  const sizes = Object.entries(size).map(([name, one]) => {
    if (typeof one === 'string') return [name, one]
    const { $value, $extensions } = one
    const { vitrine } = $extensions ?? {}
    const grown = vitrine && { $extensions: { vitrine: { ...vitrine, least: scaled(vitrine.least) } } }
    return [name, { $value: { ...$value, value: scaled($value.value) }, ...grown }]
  })
  const use = (name: 'display' | 'text' | 'mono') => ({ $value: pair[name] ?? font[name].$value })
  return {
    ...theme,
    tokens: {
      ...theme.tokens,
      font: { ...font, display: use('display'), text: use('text'), mono: use('mono') },
      weight: { ...weight, display: { $value: pair.weight ?? weight.display.$value } },
      size: Object.fromEntries(sizes) as typeof size,
    },
    preload: pair.preload,
    lateMono: pair.lateMono ?? theme.lateMono,
    faces: pair.faces,
    ...(pair.advances ? { advances: pair.advances } : {}),
  }
}

interface Chosen {
  theme?: Theme
  settings: { theme: string; typefaces?: readonly string[] }
}

/** The theme of the page in the chosen pair: the one of the store that its content carries, else a built-in one. */
export const themeFor = ({ theme, settings }: Chosen, themes: readonly Theme[] = []): Theme | undefined => {
  const found = theme && theme.id === settings.theme ? theme : themeOf(themes, settings.theme)
  return found && inPair(found, pairOf(found, settings.typefaces))
}
