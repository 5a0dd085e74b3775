// Cuts the page's fonts to size: `node scripts/fonts.js [FOLDER]`, by default src/site/styles/fonts, whose result is committed.
// Also writes fonts.css: the faces, and fallbacks stretched to the same metrics so that nothing jumps when a font arrives.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'
import { advanceOf, metricsOf } from './font-metrics.js'

const folder = process.argv[2] ?? 'src/site/styles/fonts'

const hex = (code) => code.toString(16).toUpperCase()
const characters = (ranges) =>
  ranges
    .flatMap(([from, to = from]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('')
const unicodeRange = (ranges) =>
  ranges.map(([from, to]) => (to ? `U+${hex(from)}-${hex(to)}` : `U+${hex(from)}`)).join(',')

/** The split that Fontsource makes as well: western Europe, then the rest of Latin, which is fetched only by a page that uses it. */
const parts = [
  {
    name: 'latin',
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x131],
      [0x152, 0x153],
      [0x2013, 0x2014],
      [0x2018, 0x201a],
      [0x201c, 0x201e],
      [0x2022],
      [0x2026],
      [0x2032, 0x2033],
      [0x2039, 0x203a],
      [0x20ac],
      [0x2122],
      [0x2190, 0x2193],
      [0x2212],
    ],
  },
  {
    name: 'latin-ext',
    ranges: [[0x100, 0x130], [0x132, 0x151], [0x154, 0x17f], [0x218, 0x21b], [0x1e80, 0x1e85], [0x1e9e]],
  },
]

// One weight of the display face is all the page uses; the text face needs a regular and a semibold, and what lies between.
const display = { family: 'Bricolage', file: 'bricolage-grotesque', axis: 'opsz', pin: { opsz: 96 }, weight: 620 }
const body = { family: 'Hanken', file: 'hanken-grotesk', axis: 'wght', weight: { min: 400, max: 600 } }
const italic = { ...body, style: 'italic', weight: 400 }
const mono = { family: 'Geist Mono', file: 'geist-mono', axis: 'wght', weight: 420, features: [] }

const sourceOf = ({ file, axis, style = 'normal' }, part) =>
  path.join('node_modules/@fontsource-variable', file, 'files', `${file}-${part}-${axis}-${style}.woff2`)

const writeFace = async (face, part) => {
  const { family, file, style = 'normal', weight, pin = {}, features = ['kern', 'liga', 'mark', 'ccmp', 'locl'] } = face
  const name = `${file}-${style === 'italic' ? 'italic-' : ''}${part.name}.woff2`
  const font = await subsetFont(await readFile(sourceOf(face, part.name)), characters(part.ranges), {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: features,
    variationAxes: { ...pin, wght: weight },
  })
  await writeFile(path.join(folder, name), font)
  console.log(`${String(font.length).padStart(6)} ${name}`)
  return `@font-face {
  font-family: '${family}';
  font-style: ${style};
  font-weight: ${weight.min ? `${weight.min} ${weight.max}` : style === 'italic' ? '400 600' : '100 900'};
  font-display: swap;
  src: url('./${name}') format('woff2');
  unicode-range: ${unicodeRange(part.ranges)};
}
`
}

/** Widths of a–z and the space in Helvetica, which Arial and Liberation Sans share, in thousandths of an em. */
const regularWidths = [
  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
  500, 500, 500, 278,
]
const boldWidths = [
  556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778,
  556, 556, 500, 278,
]
/** How often each of them occurs in a thousand characters of English prose. */
const frequencies = [
  65, 12, 22, 34, 102, 18, 16, 49, 56, 1, 6, 33, 20, 56, 60, 15, 1, 48, 51, 73, 22, 8, 19, 1, 16, 1, 180,
]
const average = (widths) =>
  widths.reduce((sum, width, i) => sum + width * frequencies[i], 0) / frequencies.reduce((a, b) => a + b)

const fallbackOf = async (face, weight, widths, names) => {
  const instance = await subsetFont(await readFile(sourceOf(face, 'latin')), characters([[0x20, 0x7e]]), {
    targetFormat: 'sfnt',
    variationAxes: { ...face.pin, wght: weight },
  })
  const { unitsPerEm, ascent, descent, lineGap } = metricsOf(instance)
  const own = average([...'abcdefghijklmnopqrstuvwxyz '].map((letter) => advanceOf(instance, letter)))
  const size = own / unitsPerEm / (average(widths) / 1000)
  const percent = (value) => `${(value * 100).toFixed(2)}%`
  const override = (value) => percent(value / unitsPerEm / size)
  return `@font-face {
  font-family: '${face.family} Fallback';
  font-weight: 100 900;
  src: ${names.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${override(ascent)};
  descent-override: ${override(-descent)};
  line-gap-override: ${override(lineGap)};
}
`
}

await mkdir(folder, { recursive: true })
let css = '/* Written by scripts/fonts.js. */\n'
for (const face of [display, body, italic, mono]) {
  for (const part of parts) css += await writeFace(face, part)
  await copyFile(
    path.join('node_modules/@fontsource-variable', face.file, 'LICENSE'),
    path.join(folder, `${face.file}-LICENSE.txt`),
  )
}
const bold = ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold', 'Roboto Bold']
css += await fallbackOf(display, display.weight, boldWidths, bold)
css += await fallbackOf(body, 400, regularWidths, ['Arial', 'Liberation Sans', 'Helvetica', 'Roboto'])
await writeFile(path.join(folder, 'fonts.css'), css)
