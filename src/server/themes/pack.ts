import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Theme, themeFileSchema } from '../../model/themes/theme.ts'

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
  const theme: Theme = {
    ...read.data,
    id,
    preload: read.data.preload.map(urlOf),
    faces: faces.replace(/url\("\.\/([\w.-]+)"\)/g, (_, name: string) => `url("${urlOf(name)}")`),
    css: await optional(path.join(folder, 'theme.css')),
  }
  return { theme, fonts: [...fonts.values()] }
}
