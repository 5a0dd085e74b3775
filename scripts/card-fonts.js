// Cuts the fonts that share cards need beside the page's own: `node scripts/card-fonts.js`, whose result, src/site/cards/fonts, is committed.
// A browser has fonts of its own for what the page's fonts lack; whoever draws a card has none.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'

const folder = path.join(import.meta.dirname, '../src/site/cards/fonts')

/** In the ranges of `cardFonts`. */
const fonts = [
  { package: 'noto-sans', part: 'latin-ext', ranges: [[0x100, 0x17f], [0x218, 0x21b], [0x1e80, 0x1e85], [0x1e9e]] },
  { package: 'noto-sans', part: 'cyrillic', ranges: [[0x400, 0x45f], [0x490, 0x491], [0x4b0, 0x4b1], [0x2116]] },
  { package: 'noto-sans', part: 'greek', ranges: [[0x370, 0x3ff]] },
  {
    package: 'noto-sans-arabic',
    part: 'arabic',
    ranges: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x200c, 0x200f],
    ],
  },
]

const characters = (ranges) =>
  ranges
    .flatMap(([from, to = from]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('')

await mkdir(folder, { recursive: true })
for (const { package: name, part, ranges } of fonts) {
  const from = path.join(import.meta.dirname, '../node_modules/@fontsource-variable', name)
  const font = await subsetFont(
    await readFile(path.join(from, 'files', `${name}-${part}-wght-normal.woff2`)),
    characters(ranges),
    { targetFormat: 'woff2', noHinting: true, variationAxes: { wght: { min: 400, max: 620 } } },
  )
  await writeFile(path.join(folder, `noto-${part}.woff2`), font)
  await copyFile(path.join(from, 'LICENSE'), path.join(folder, `${name}-LICENSE.txt`))
  console.log(`${String(font.length).padStart(6)} noto-${part}.woff2`)
}
