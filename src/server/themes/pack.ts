import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { findUnstorable, isPlainName, plainText, withoutTurning } from '../../model/text-rules.ts'
import {
  problemLine,
  type Theme,
  type ThemeFile,
  type ThemeProblem,
  themeFileSchema,
  themeIdPattern,
} from '../../model/themes/theme.ts'
import { type Palette, type Tones, tonesOf } from '../../model/themes/tones.ts'
import { checkCss } from './css-check.ts'
import { readThemeFolder, type ThemeFiles } from './theme-files.ts'

/** A font of a theme, with the address at which it is served. */
interface ThemeFont {
  url: string
  bytes: Buffer
}

export interface PackedTheme {
  id: string
  /** Of all its files: other files, another hash. */
  hash: string
  files: ThemeFiles
  /** Undefined where there is an error. */
  theme: Theme | undefined
  fonts: ThemeFont[]
  /** Errors first. */
  problems: ThemeProblem[]
}

type UrlOf = (name: string, bytes: Buffer, hash: string) => string
type Note = (level: ThemeProblem['level'], file: string, message: string, line?: number) => void

const mostCss = 64 * 1024
const mostFontBytes = 300_000
const mostFontsBytes = 3 * 2 ** 20
/** Fonts of the first view; more of them come late on a phone. */
const lightFonts = 60_000

const fontFile = /^fonts\/([\w.-]{1,80}\.woff2)$/
const isText = /^(?:fonts\/)?[\w. -]{1,80}\.(?:txt|md)$|^(?:fonts\/)?(?:LICEN[CS]E|OFL|README)$/i

/** Why a file is refused, by the end of its name. */
const refusals: readonly [name: RegExp, message: string][] = [
  [/\.(?:[cm]?[jt]sx?|wasm|html?|xml|php)$/i, 'A theme has no scripts and no documents. Remove this file.'],
  [/\.svgz?$/i, 'A theme has no SVG files, which may hold scripts and grow without end. Draw it with CSS.'],
  [/\.(?:png|jpe?g|gif|webp|avif|ico)$/i, 'A theme has no images. Draw it with CSS.'],
  [/\.(?:ttf|otf|woff|eot|woff2)$/i, 'A font is a woff2 file in the folder fonts.'],
  [/(?:)/, 'A theme has theme.json, theme.css, fonts/fonts.css, woff2 files in fonts, and texts. Remove this file.'],
]

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length

/** The line of a value in JSON: each key is looked for after the one around it. */
const lineOf = (text: string, keys: readonly PropertyKey[]): number => {
  let at = 0
  for (const key of keys) at = Math.max(at, text.indexOf(`"${String(key)}"`, at))
  return lineAt(text, at)
}

const readThemeFile = (text: string, note: Note): ThemeFile | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // Engines name the position, or what stands around it.
    const { message } = error as Error
    const [, around = ''] = /"([\s\S]{1,200})"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? []
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.indexOf(around) + around.length / 2)
    note(
      'error',
      'theme.json',
      'This is no JSON: near here is a comma or a bracket too many or too few.',
      lineAt(text, at),
    )
    return undefined
  }
  const { success, data, error } = themeFileSchema.safeParse(value)
  for (const issue of error?.issues.slice(0, 10) ?? []) {
    const keys = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
    note('error', 'theme.json', `${keys.map(String).join('.')}: ${issue.message}`, lineOf(text, keys))
  }
  for (const name of ['name', 'description', 'author', 'licence'] as const)
    if (success && (!isPlainName(data[name]) || findUnstorable(data[name])))
      note('error', 'theme.json', `${name}: There is a character that cannot be shown.`, lineOf(text, [name]))
  return data
}

const plainValue = /^(?:[\w\s%,.+?-]|"\w{4}"){1,1000}$/
const fontName = /^(?:"[\w .-]{1,60}"|'[\w .-]{1,60}'|[\w -]{1,60})$/
const fontSource = /^url\((["']?)(?:\.\/)?([\w.-]{1,80})\1\)(?: format\((["'])woff2\3\))?$/
const localSource = /^local\((["'])[\w .-]{1,60}\1\)$/
const oneFamily = /^(?:"[\w .-]{1,60}"|[\w-]{1,40}(?: [\w-]{1,40}){0,4}|var\(--(?:display|text|mono)-fallbacks\))$/
const families = { test: (value: string) => value.split(',').every((one) => oneFamily.test(one.trim())) }
/** What stands in the rules of `fonts.css`, by name. */
const declarations = new Map<string, { test(value: string): boolean }>([
  ...['font-weight', 'font-style', 'font-stretch', 'font-display', 'unicode-range', 'size-adjust', 'ascent-override']
    .concat('descent-override', 'line-gap-override', 'font-feature-settings', 'font-variation-settings')
    .map((name) => [name, plainValue] as const),
  ['font-family', fontName],
  ...['display', 'text', 'mono'].map((use) => [`--${use}-fallbacks`, families] as const),
])
/** What `:root` may have: beside those, properties of its own for the theme's rules. */
const ofRoot = /^--[a-z][a-z-]{0,39}$/

/** The rules of `fonts.css`, or of another pair's file, each put together again from its parsed parts: nothing else gets onto a page. */
const readFaces = (file: string, source: string, note: Note, urlOf: (name: string) => string | undefined): string => {
  // Comments keep their lines.
  const text = source.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  const sourceOf = (value: string, line: number): string => {
    const [, , name = ''] = fontSource.exec(value) ?? []
    if (localSource.test(value)) return value
    if (name === '')
      note(
        'error',
        file,
        'A font comes from a file of this folder, as in src: url("./name.woff2") format("woff2").',
        line,
      )
    const url = name && urlOf(name)
    if (name !== '' && !url) note('error', file, `The folder fonts has no ${name}.`, line)
    return `url("${url}") format("woff2")`
  }
  const rules: string[] = []
  let at = 0
  for (const { 0: rule, 1: selector = '', 2: body = '', index } of text.matchAll(
    /(@font-face|:root)\s*\{([^{}]*)\}/gi,
  )) {
    if (text.slice(at, index).trim() !== '') break
    at = index + rule.length
    let start = at - 1 - body.length
    const declared = body.split(';').flatMap((declaration) => {
      const line = lineAt(text, start + declaration.length - declaration.trimStart().length)
      start += declaration.length + 1
      const name = declaration
        .slice(0, Math.max(0, declaration.indexOf(':')))
        .trim()
        .toLowerCase()
      const value = declaration
        .slice(declaration.indexOf(':') + 1)
        .split(/\s+/)
        .join(' ')
        .trim()
      const isOfRule = ofRoot.test(name) === selector.startsWith(':')
      if (declaration.trim() === '') return []
      if (name === 'src' && isOfRule) {
        const sources = value.split(',').map((one) => sourceOf(one.trim(), line))
        return [`src:${sources.join(',')}`]
      }
      const allowed = declarations.get(name) ?? (ofRoot.test(name) ? plainValue : undefined)
      if (isOfRule && allowed?.test(value)) return [`${name}:${value}`]
      note('error', file, `“${declaration.trim().slice(0, 60)}” cannot stand here.`, line)
      return []
    })
    rules.push(`${selector}{${declared.join(';')}}`)
  }
  const rest = text.slice(at).trimStart()
  if (rest !== '')
    note(
      'error',
      file,
      'Only @font-face rules stand in this file, and :root with the names of fonts that stand in for others.',
      lineAt(text, text.length - rest.length),
    )
  return rules.join('')
}

const modes = { light: 'Light', dark: 'Dark' } as const

/** Advice about colours that the page moves, so that they can be read. */
const adviseColours = (palettes: Theme['palettes'], text: string, note: Note) => {
  const tones = tonesOf(palettes, { accent: '', paper: 'theme' })
  for (const mode of ['light', 'dark'] as const)
    for (const name of ['ink', 'muted', 'accent', 'danger', 'success'] as const satisfies (keyof Tones)[]) {
      const [own, shown] = [palettes[mode][name], tones[mode][name]]
      if (own !== shown)
        note(
          'advice',
          'theme.json',
          `${modes[mode]}: ${name} ${own} is shown as ${shown}, to be read on paper and wash and told from the others.`,
          lineOf(text, ['color', mode, name]),
        )
    }
}

const values = (tokens: ThemeFile['tokens']['color']['light']) =>
  Object.fromEntries(Object.entries(tokens).map(([name, { $value }]) => [name, $value])) as unknown as Palette

const ofStore: UrlOf = (name, _, hash) => `/assets/themes/${hash}/${name}`

const rank = { error: 0, warning: 1, advice: 2 }

/** Checks the files of a theme and puts them together. `found` is what was wrong with them when they were read. */
export const packTheme = (
  { id, files, problems: found }: { id: string; files: ThemeFiles; problems: readonly ThemeProblem[] },
  urlOf: UrlOf = ofStore,
): PackedTheme => {
  const problems = [...found]
  // It may quote what a stranger wrote, and goes to a terminal.
  const note: Note = (level, file, message, line) =>
    problems.push({ file, ...(line === undefined ? {} : { line }), level, message: withoutTurning(plainText(message)) })
  const hashed = createHash('sha256').update(id)
  for (const [name, bytes] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    hashed.update(`\0${name}\0${bytes.length}\0`).update(bytes)
  const hash = hashed.digest('hex').slice(0, 32)
  const textOf = (name: string) => files.get(name)?.toString() ?? ''

  if (!themeIdPattern.test(id))
    note('error', 'theme.json', `“${id}” is no id of a theme. Name the folder with letters, digits and hyphens.`)
  const json = textOf('theme.json')
  if (!files.has('theme.json')) note('error', 'theme.json', 'It is missing. Copy the one of a theme that is there.')
  const file = files.has('theme.json') ? readThemeFile(json, note) : undefined
  const ofPair = (pair: string) => `fonts/${pair}.css`
  const known = ['theme.json', 'theme.css', 'fonts/fonts.css', ...(file?.pairs ?? []).map((pair) => ofPair(pair.id))]
  const fonts = new Map<string, ThemeFont>()
  for (const [name, bytes] of files) {
    const [, font] = fontFile.exec(name) ?? []
    if (font === undefined) {
      const isKnown = known.includes(name) || isText.test(name)
      if (!isKnown) note('error', name, refusals.find(([end]) => end.test(name))?.[1] ?? '')
    } else if (bytes.toString('latin1', 0, 4) !== 'wOF2') note('error', name, 'This is no woff2 file.')
    else if (bytes.length > mostFontBytes)
      note(
        'error',
        name,
        `The font has ${Math.ceil(bytes.length / 1000)} kB; at most ${mostFontBytes / 1000} kB can be sent to visitors.`,
      )
    else fonts.set(font, { url: urlOf(font, bytes, hash), bytes })
  }
  const sum = [...fonts.values()].reduce((all, { bytes }) => all + bytes.length, 0)
  if (sum > mostFontsBytes) note('error', 'fonts', 'The fonts have more than 3 MB together.')
  if (fonts.size > 0 && ![...files.keys()].some((name) => /licen[cs]e|OFL/i.test(name)))
    note('advice', 'fonts', 'There is no text of the fonts’ licence. Most of them ask for it beside the fonts.')

  const used = new Set<string>()
  const facesIn = (name: string) =>
    readFaces(name, textOf(name), note, (font) => {
      used.add(font)
      return fonts.get(font)?.url
    })
  const faces = facesIn('fonts/fonts.css')
  const css = checkCss(textOf('theme.css'), mostCss)
  for (const { line, message } of css.problems) note('error', 'theme.css', message, line)

  /** Addresses of the fonts of a first view; `keys` lead to them. */
  const preloaded = (names: readonly string[], keys: readonly string[]) => {
    for (const name of names)
      if (!fonts.has(name))
        note('error', 'theme.json', `The folder fonts has no ${name}.`, lineOf(json, [...keys, 'preload', name]))
    const first = names.reduce((all, name) => all + (fonts.get(name)?.bytes.length ?? 0), 0)
    if (first > lightFonts)
      note(
        'advice',
        'theme.json',
        `The fonts of the first view have ${Math.round(first / 1000)} kB; up to 60 kB come fast on a phone.`,
        lineOf(json, [...keys, 'preload']),
      )
    return names.map((name) => fonts.get(name)?.url ?? '')
  }
  const preload = preloaded(file?.preload ?? [], [])
  const pairs = (file?.pairs ?? []).map((pair, at): Theme['pairs'][number] => {
    const keys = ['pairs', pair.id]
    const refuse = (message: string) => note('error', 'theme.json', `pairs: ${message}`, lineOf(json, keys))
    if (file?.pairs.findIndex(({ id }) => id === pair.id) !== at) refuse(`There are two with the id “${pair.id}”.`)
    if (at === 0) {
      if (Object.keys(pair).length > 2) refuse('The first is the theme as it is. It has an id and a name alone.')
      return { ...pair, preload: [], faces: '' }
    }
    if (!files.has(ofPair(pair.id)))
      note('error', ofPair(pair.id), 'It is missing. It has the @font-face rules of this pair of typefaces.')
    return { ...pair, preload: preloaded(pair.preload ?? [], keys), faces: facesIn(ofPair(pair.id)) }
  })
  for (const name of fonts.keys())
    if (!used.has(name)) note('warning', `fonts/${name}`, 'No rule of fonts.css uses this font.')
  const palettes = file && { light: values(file.tokens.color.light), dark: values(file.tokens.color.dark) }
  if (palettes) adviseColours(palettes, json, note)

  problems.sort((one, other) => rank[one.level] - rank[other.level])
  const isRefused = problems[0]?.level === 'error'
  const theme: Theme | undefined =
    file && palettes && !isRefused
      ? {
          ...{ ...file, id, palettes, faces, preload, pairs, css: css.css },
          tones: tonesOf(palettes, { accent: '', paper: 'theme' }),
        }
      : undefined
  return { id, hash, files, theme, fonts: [...fonts.values()], problems }
}

const ofBuild: UrlOf = (name, bytes) => {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
  return `/assets/${name.replace(/\.woff2$/, `-${hash}.woff2`)}`
}

/** Packs the built-in themes, each a folder of this one. Throws when one of them is refused. */
export const packThemes = async (folder: string): Promise<{ theme: Theme; fonts: ThemeFont[] }[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => {
      const { theme, fonts, problems } = packTheme(await readThemeFolder(path.join(folder, name)), ofBuild)
      if (!theme) throw new Error(`The theme ${name} is refused.\n${problems.map(problemLine).join('\n')}`)
      return { theme, fonts }
    }),
  )
}
