// Cuts the fonts of the CV as PDF to size: `node scripts/cv-fonts.js [FOLDER]`, by default where the product reads them; the result is
// committed. Typst reads no WOFF2 and no variable fonts, and takes one file of a family, so that each part is a family of its own.
// Three sources are needed here alone: `npm install --no-save @fontsource-variable/noto-sans@5.3.0 @fontsource/amiri@5.3.0
// @fontsource/noto-sans-jp@5.3.0`.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import subsetFont from 'subset-font'
import { renamedFont } from './renamed-font.js'

const folder = process.argv[2] ?? 'src/server/cv/typst/fonts'

const characters = (...ranges) =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('')

const latin = characters(
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b0, 0x36f],
  [0x1e00, 0x1eff],
  [0x2000, 0x22ff],
  [0x2500, 0x27bf],
)
const others = {
  cyrillic: characters([0x400, 0x52f], [0x2116, 0x2116]),
  greek: characters([0x370, 0x3ff], [0x1f00, 0x1fff]),
  arabic: characters([0x20, 0x20], [0x600, 0x6ff]),
  japanese: characters([0x3000, 0x30ff], [0x3400, 0x9fff], [0xf900, 0xfaff], [0xff00, 0xffef]),
}

const weights = [400, 600]
const variable = (name, part, text) =>
  weights.map((wght) => ({
    name: `${part}-${wght}`,
    family: `CV ${part}`,
    source: `@fontsource-variable/${name}/files/${name}-${part}-wght-normal.woff2`,
    ...{ text, axes: { wght } },
  }))

const display = (part) => ({
  name: `display-${part}`,
  family: `CV display ${part}`,
  source: `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${part}-opsz-normal.woff2`,
  ...{ text: latin, axes: { opsz: 48, wght: 620 } },
})

// Amiri: of eleven families it was the only one whose letters pdftotext finds in order; the others have lam and alef in one glyph, or
// dots apart from their letters.
const amiri = [
  ['400', 'arabic-400'],
  ['700', 'arabic-600'],
].map(([weight, name]) => ({
  ...{ name, family: 'CV arabic', text: others.arabic },
  source: `@fontsource/amiri/files/amiri-arabic-${weight}-normal.woff2`,
}))

const fonts = [
  ...['latin', 'latin-ext'].map(display),
  ...['latin', 'latin-ext', 'vietnamese'].flatMap((part) => variable('hanken-grotesk', part, latin)),
  ...['cyrillic', 'cyrillic-ext'].flatMap((part) => variable('noto-sans', part, others.cyrillic)),
  ...variable('noto-sans', 'greek', others.greek),
  ...amiri,
]

const cut = async ({ family, source, text, axes }) => {
  const font = await readFile(path.join('node_modules', source))
  const options = { targetFormat: 'sfnt', noHinting: true, ...(axes ? { variationAxes: axes } : {}) }
  return renamedFont(await subsetFont(font, text, options), family)
}

await mkdir(folder, { recursive: true })
for (const font of fonts) await writeFile(path.join(folder, `${font.name}.ttf`), await cut(font))

const japanese = await cut({
  family: 'CV japanese',
  source: '@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-400-normal.woff2',
  text: others.japanese,
})
const params = { [constants.BROTLI_PARAM_SIZE_HINT]: japanese.length, [constants.BROTLI_PARAM_LGWIN]: 22 }
await writeFile(path.join(folder, 'japanese-400.ttf.br'), brotliCompressSync(japanese, { params }))

const licences = {
  'bricolage-grotesque': '@fontsource-variable/bricolage-grotesque',
  'hanken-grotesk': '@fontsource-variable/hanken-grotesk',
  'noto-sans': '@fontsource-variable/noto-sans',
  amiri: '@fontsource/amiri',
  'noto-sans-jp': '@fontsource/noto-sans-jp',
}
for (const [name, source] of Object.entries(licences))
  await copyFile(path.join('node_modules', source, 'LICENSE'), path.join(folder, `${name}-LICENSE.txt`))
