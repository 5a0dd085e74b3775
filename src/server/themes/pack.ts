import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Theme, type ThemeFile, themeFileSchema } from '../../model/themes/theme.ts'
import { type Palette, tonesOf } from '../../model/themes/tones.ts'

/** A font of a theme, with the address at which it is served. */
export interface ThemeFont {
  url: string
  bytes: Buffer
}

const optional = async (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

const values = (tokens: ThemeFile['tokens']['color']['light']) =>
  Object.fromEntries(Object.entries(tokens).map(([name, { $value }]) => [name, $value])) as unknown as Palette

/** Reads a theme's folder. Throws what is wrong with it, in a sentence. */
export const packTheme = async (folder: string): Promise<{ theme: Theme; fonts: ThemeFont[] }> => {
  const id = path.basename(folder)
  const read = themeFileSchema.safeParse(JSON.parse(await readFile(path.join(folder, 'theme.json'), 'utf8')))
  if (!read.success) {
    const [{ path: where = [], message = '' } = {}] = read.error.issues
    throw new Error(`${id}/theme.json: ${where.join('.')}: ${message}`)
  }
  const names = (await readdir(path.join(folder, 'fonts')).catch(() => [])).filter((name) => name.endsWith('.woff2'))
  const fonts = new Map<string, ThemeFont>()
  for (const name of names) {
    const bytes = await readFile(path.join(folder, 'fonts', name))
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
    fonts.set(name, { url: `/assets/${name.replace(/\.woff2$/, `-${hash}.woff2`)}`, bytes })
  }
  const urlOf = (name: string): string => {
    const font = fonts.get(name)
    if (!font) throw new Error(`${id}/fonts has no ${name}.`)
    return font.url
  }
  const faces = await optional(path.join(folder, 'fonts/fonts.css'))
  const { light, dark } = read.data.tokens.color
  const palettes = { light: values(light), dark: values(dark) }
  const theme: Theme = {
    ...read.data,
    id,
    palettes,
    tones: tonesOf(palettes, { accent: '', paper: 'theme' }),
    preload: read.data.preload.map(urlOf),
    faces: faces.replace(/url\("\.\/([\w.-]+)"\)/g, (_, name: string) => `url("${urlOf(name)}")`),
    css: await optional(path.join(folder, 'theme.css')),
  }
  return { theme, fonts: [...fonts.values()] }
}

/** Reads every folder of a folder. */
export const packThemes = async (folder: string) => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(names.sort().map((name) => packTheme(path.join(folder, name))))
}
