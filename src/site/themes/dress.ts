import type { Content } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { layoutNames, sizeNames } from '../../model/themes/layouts.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { tonesOf } from '../../model/themes/tones.ts'
import { languageOf, quotationMarks } from '../../model/words/languages.ts'

/** Fonts of visitors' machines for scripts that no theme brings, by kind; those that stand in for a theme's have Greek and Cyrillic. */
const systemFonts: readonly (readonly [languages: RegExp, serif: string, sans: string])[] = [
  [
    /^(?:ar|fa|ur|ps|ckb|sd|ug)$/,
    '"Noto Naskh Arabic","Geeza Pro","Sakkal Majalla","Traditional Arabic"',
    '"SF Arabic","Segoe UI","Noto Sans Arabic","Geeza Pro"',
  ],
  [/^(?:he|yi)$/, '"Noto Serif Hebrew","New Peninim MT",David', '"SF Hebrew","Segoe UI","Noto Sans Hebrew"'],
  [
    /^ja$/,
    '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP","Noto Serif JP"',
    '"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP","Noto Sans JP"',
  ],
  [
    /^zh$/,
    '"Songti SC","Noto Serif CJK SC","Noto Serif SC",SimSun',
    '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC"',
  ],
  [/^ko$/, '"Nanum Myeongjo","Noto Serif CJK KR",Batang', '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR"'],
]

const standIns = { display: /--display-fallbacks:([^;}]*)/, text: /--text-fallbacks:([^;}]*)/ }

/** The end of a font stack: what the page's language needs, in the kind of the fonts that stand in for the theme's. */
const systemFontsFor = (language: string, faces: string, use: 'display' | 'text'): string => {
  const [base = ''] = language.toLowerCase().split('-')
  const found = systemFonts.find(([languages]) => languages.test(base))
  if (!found) return ''
  const [, families = ''] = standIns[use].exec(faces) ?? []
  return `,${/(?:^|,)\s*serif/.test(families) ? found[1] : found[2]}`
}

/** Running text. Names, titles and labels break where their styles say. */
const texts =
  '.prose,.service-text,.timeline-text,.timeline-highlights,.quote-text,.list-text,.card-summary,.index-sentence'

/** Letters of a word that may be divided, and of its parts. Languages without words or without hyphens are not here. */
const hyphenated = new Map(
  Object.entries({
    '9 4 4': ['de', 'nl', 'sv', 'nb', 'no', 'nn', 'da', 'fi', 'hu'],
    '7 3 3': ['fr', 'es', 'pt', 'it', 'pl', 'cs', 'uk', 'ru', 'tr', 'el', 'ca', 'hr', 'sk', 'sl'],
  }).flatMap(([limit, languages]) => languages.map((language) => [language, limit])),
)

/**
 * Rules for the language of the page: its quotation marks, and where words may be divided. English has none: browsers know its marks, and
 * its words are short enough for lines that end where they do.
 */
export const languageRules = (language: string): string => {
  const [base = ''] = language.toLowerCase().split('-')
  const limit = hyphenated.get(base)
  const known = languageOf(language)
  const marks = known === 'en' ? undefined : quotationMarks(known)
  return [
    ...(marks ? [`:root{quotes:${marks.map((mark) => `"${mark}"`).join(' ')}}`] : []),
    ...(limit ? [`:is(${texts}){hyphens:auto;hyphenate-limit-chars:${limit}}:is(code,pre){hyphens:manual}`] : []),
  ].join('')
}

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

/** Of letters that no theme has measured, in em: those from 2E80 on are squares. */
const otherAdvance = (letter: string) => (letter >= '\u2e80' ? 1 : 0.62)

/**
 * Widths of a name in em, which no style sheet can measure: of its first and its last word, and of its longest line where all of it is of
 * one size, on up to four lines.
 */
const nameWidths = (name: string, advances: NonNullable<Theme['advances']>) => {
  const known = new Map(Object.entries(advances).flatMap(([letters, em]) => [...letters].map((letter) => [letter, em])))
  const advanceOf = (letter: string) => known.get(letter) ?? otherAdvance(letter)
  const words = name.split(/\s+/).map((word) => {
    const letters = [...word.normalize('NFD').replace(/\p{M}/gu, '')]
    return letters.reduce((sum, letter) => sum + advanceOf(letter), 0)
  })
  const space = advanceOf(' ')
  const linesIn = (width: number) => {
    let [lines, used] = [1, -space]
    for (const word of words) {
      used += space + word
      if (used > width && used > word) [lines, used] = [lines + 1, word]
    }
    return lines
  }
  const whole = words.reduce((sum, word) => sum + word + space, 0)
  const most = Math.min(4, words.length, Math.ceil(whole / 5))
  let line = Math.max(...words, whole / most - space)
  while (linesIn(line) > most) line *= 1.02
  const [first = 0, last = first] = [words[0], words.at(-1)]
  return { 'name-first': round(first), 'name-last': round(last), 'name-line': round(line), 'name-lines': linesIn(line) }
}

/** Style rules of a theme in these colours: its fonts, its tokens, then its own rules. */
export const themeCss = (theme: Theme, { light, dark }: Theme['tones'], settings: PublicSettings): string => {
  const { font, weight, size, radius, ease } = theme.tokens
  const { language } = settings
  const typefaces = theme.pairs.find(({ faces }) => faces !== '' && faces === theme.faces)?.name
  const stackOf = (use: 'display' | 'text') =>
    `${familiesOf(font[use])},var(--${use}-fallbacks,Arial)${systemFontsFor(language, theme.faces, use)},sans-serif`
  const mono = 'var(--mono-fallbacks,monospace),"Courier New",ui-monospace,monospace'
  const monoFace = `${familiesOf(font.mono)},${mono}`
  const tokens = {
    ...Object.fromEntries(
      Object.entries(light).map(([name, hex]) => [
        name === 'onField' ? 'on-field' : name,
        `light-dark(${hex},${dark[name as keyof typeof dark]})`,
      ]),
    ),
    display: stackOf('display'),
    text: stackOf('text'),
    mono: theme.lateMono ? mono : monoFace,
    'weight-display': weight.display.$value,
    ...Object.fromEntries(sizeNames.map((name) => [`size-${name}`, sizeOf(size[name])])),
    radius: radii.get(settings.corners) ?? `${radius.base.$value.value}px`,
    ease: `cubic-bezier(${ease.base.$value.join(',')})`,
    // Of another pair than the theme's first, for a theme that names them.
    ...(typefaces ? { typefaces: `"${typefaces}"` } : {}),
    ...(theme.advances ? nameWidths(settings.name, theme.advances) : {}),
  }
  const declared = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
  // The mono face is none of the first paint's business: an animation names it a moment later. What stands in for it is as wide.
  const late = theme.lateMono
    ? `:root{animation:late-mono 1ms 1.5s forwards}@keyframes late-mono{to{--mono:${monoFace}}}`
    : ''
  const ofLanguage = languageRules(language)
  return `${theme.faces}@layer tokens{:root{${declared.join(';')}}${late}${ofLanguage}}@layer theme{${theme.css}}`
}

/** The content with a variant for each section: the owner's choice, else the theme's. */
const withLayouts = (content: Content, theme: Theme): Content => {
  const chosen = layoutNames.map((name) => {
    const own = content.settings[name] ?? 'theme'
    return [name, own === 'theme' ? theme.layouts[name] : own]
  })
  const { portfolioLayout: layout = 'auto' } = content.settings
  const portfolioLayout = layout === 'auto' ? theme.portfolioLayout : layout
  return { ...content, settings: { ...content.settings, ...Object.fromEntries(chosen), portfolioLayout } }
}

/** The content as a theme has it, with the colours and the style rules that the owner's choices make of it. */
export const dressed = (content: Content, theme: Theme) => {
  const { settings } = content
  const tones = tonesOf(theme.palettes, settings)
  return { content: withLayouts(content, theme), tones, css: themeCss(theme, tones, settings) }
}
