import type { Content } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { layoutNames } from '../../model/themes/layouts.ts'
import { sizeNames, type Theme } from '../../model/themes/theme.ts'
import { type Tones, tonesOf } from '../../model/themes/tones.ts'
import type { SiteAssets } from '../markup/head.ts'

const round = (value: number) => Number(value.toFixed(4))

const sizeOf = ({ $value: { value: most }, $extensions }: Theme['tokens']['size']['title']): string => {
  if (!$extensions) return `${most}rem`
  const { least, from, to } = $extensions.vitrine
  const slope = (most - least) / (to - from)
  return `clamp(${least}rem,${round(least - from * slope)}rem + ${round(slope * 100)}vw,${most}rem)`
}

const familiesOf = ({ $value }: { $value: readonly string[] }) => $value.map((name) => `"${name}"`).join(',')

const radii = new Map([
  ['square', '0px'],
  ['soft', '4px'],
  ['round', '12px'],
])

/** Style rules of a theme for these settings: its fonts, its tokens, then its own rules. */
export const themeCss = (theme: Theme, settings: PublicSettings): string => {
  const { font, weight, size, radius, ease } = theme.tokens
  const { light, dark } = tonesOf(theme.palettes, settings)
  const mono = 'var(--mono-fallbacks,monospace),"Courier New",ui-monospace,monospace'
  const monoFace = `${familiesOf(font.mono)},${mono}`
  const tokens = {
    ...Object.fromEntries(
      Object.entries(light).map(([name, hex]) => [
        name === 'onField' ? 'on-field' : name,
        `light-dark(${hex},${dark[name as keyof Tones]})`,
      ]),
    ),
    display: `${familiesOf(font.display)},var(--display-fallbacks,Arial),sans-serif`,
    text: `${familiesOf(font.text)},var(--text-fallbacks,Arial),sans-serif`,
    mono: theme.lateMono ? mono : monoFace,
    'weight-display': weight.display.$value,
    ...Object.fromEntries(sizeNames.map((name) => [`size-${name}`, sizeOf(size[name])])),
    radius: radii.get(settings.corners) ?? `${radius.base.$value.value}px`,
    ease: `cubic-bezier(${ease.base.$value.join(',')})`,
  }
  const declared = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
  // The mono face is none of the first paint's business: an animation names it a moment later. What stands in for it is as wide.
  const late = theme.lateMono
    ? `:root{animation:late-mono 1ms 1.5s forwards}@keyframes late-mono{to{--mono:${monoFace}}}`
    : ''
  return `${theme.faces}@layer tokens{:root{${declared.join(';')}}${late}}@layer theme{${theme.css}}`
}

/** The built files with the style sheet and the fonts of a theme. */
export const dressed = (assets: SiteAssets, theme: Theme, settings: PublicSettings): SiteAssets => ({
  ...assets,
  css: assets.css + themeCss(theme, settings),
  fonts: theme.preload,
  palettes: theme.palettes,
})

/** The content with a variant for each section: the owner's choice, else the theme's. */
export const withLayouts = (content: Content, theme: Theme): Content => {
  const chosen = layoutNames.map((name) => {
    const own = content.settings[name] ?? 'theme'
    return [name, own === 'theme' ? theme.layouts[name] : own]
  })
  const { portfolioLayout: layout = 'auto' } = content.settings
  const portfolioLayout = layout === 'auto' ? theme.portfolioLayout : layout
  return { ...content, settings: { ...content.settings, ...Object.fromEntries(chosen), portfolioLayout } }
}
