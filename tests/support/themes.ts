import { readFileSync } from 'node:fs'
import path from 'node:path'
import { plainTheme } from '../../src/model/themes/chosen-theme.ts'
import { packThemes } from '../../src/server/themes/pack.ts'
import { zipOf } from './zip-files.ts'

const editorial = path.resolve(import.meta.dirname, '../../src/site/themes/editorial')
const font = readFileSync(path.join(editorial, 'fonts/geist-mono-latin.woff2'))

/** A small theme of somebody else, with one font; `changed` are its files that differ. */
export const foreignTheme = (changed: Record<string, string | Buffer | undefined> = {}): Map<string, Buffer> => {
  const json = JSON.parse(readFileSync(path.join(editorial, 'theme.json'), 'utf8'))
  json.name = 'Harbour'
  json.tokens.font.display.$value = ['Harbour Sans']
  json.preload = ['harbour.woff2']
  delete json.pairs
  const files: Record<string, string | Buffer | undefined> = {
    'theme.json': JSON.stringify(json, null, 2),
    'theme.css': '.name { letter-spacing: 0.31em }\n',
    'fonts/fonts.css':
      '@font-face {\n  font-family: "Harbour Sans";\n  src: url("./harbour.woff2") format("woff2");\n}\n',
    'fonts/harbour.woff2': font,
    'fonts/LICENSE.txt': 'SIL Open Font License',
    ...changed,
  }
  return new Map(
    Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[name, Buffer.from(text)]])),
  )
}

/** The theme as the zip of its folder. */
export const themeZip = (files: ReadonlyMap<string, Buffer>, folder = 'harbour'): Buffer =>
  zipOf([...files].map(([name, bytes]) => ({ name: `${folder}/${name}`, bytes })))

/** The built-in themes, as the build packs them. */
export const builtInThemes = (await packThemes('src/site/themes')).map(({ theme }) => theme)

const plain = builtInThemes.find(({ id }) => id === plainTheme)
if (!plain) throw new Error('There is no plain theme.')
/** Colours of the plain theme: with them and without themes, a page has the bare style sheet and its cards. */
export const { palettes: plainPalettes, tones: plainTones } = plain
