// Cuts a theme's fonts to size: `node scripts/fonts.js [THEME[/PAIR]]`, by default `editorial`. The result is committed.
// Also writes fonts.css, or PAIR.css: the faces, and what stands in for them (fallback-fonts.js).
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'
import { fallbackFaces, fallbackFamilies } from './fallback-fonts.js'
import { roundKerning } from './font-metrics.js'
import { withCopyrightAlone } from './renamed-font.js'

const [theme, pair] = (process.argv[2] ?? 'editorial').split('/')
const folder = path.join('src/site/themes', theme, 'fonts')

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

const cormorant = { family: 'Cormorant', file: 'cormorant', axis: 'wght', weight: 300, kerning: 10 }
// Its kerning is a fifth of it. In hundredths of the size no letter is more than a tenth of a pixel from its place.
const goudy = { family: 'Sorts Mill Goudy', file: 'sorts-mill-goudy', weight: 400, kerning: 10 }
const goudyItalic = { ...goudy, style: 'italic' }

// A hair thin where it is large. Labels have small capitals of their own, not shrunk ones.
const ysabeau = { family: 'Ysabeau', file: 'ysabeau', axis: 'wght', weight: { min: 250, max: 600 } }
const ysabeauItalic = { ...ysabeau, style: 'italic', weight: 400 }
const ysabeauCapitals = { family: 'Ysabeau SC', file: 'ysabeau-sc', axis: 'wght', weight: 450 }
/** All characters of it are in one file. */
const commit = {
  family: 'Commit Mono',
  file: 'commit-mono',
  from: 'latin',
  weight: 400,
  range: '100 500',
  features: [],
}
const commitBold = { ...commit, cut: 'bold-', weight: 700, range: '600 900' }
// The heavy weight in every width, so that a name of any length is as wide as the page; one lighter weight for text.
const archivo = { family: 'Archivo', file: 'archivo', axis: 'wght', weight: 450, range: '100 599' }
const archivoHeavy = {
  ...{ ...archivo, cut: 'heavy-', axis: 'wdth', pin: { wdth: { min: 62, max: 125 } }, weight: 800 },
  range: '600 900;\n  font-stretch: 62% 125%',
}

// Features of the other pairs. Faces whose figures differ in width keep those that do not, for numbers that are counted and compared.
const withFigures = ['kern', 'liga', 'mark', 'ccmp', 'locl', 'tnum']
const franklin = { family: 'Franklin', file: 'libre-franklin', axis: 'wght', weight: 800 }
const sourceSerif = {
  ...{ family: 'Source Serif', file: 'source-serif-4', axis: 'opsz', pin: { opsz: 16 } },
  weight: { min: 400, max: 600 },
}
const sourceSerifItalic = { ...sourceSerif, style: 'italic', weight: 400 }
const instrumentSerif = { family: 'Instrument Serif', file: 'instrument-serif', weight: 400 }
const instrumentSans = {
  ...{ family: 'Instrument Sans', file: 'instrument-sans', axis: 'wght', weight: { min: 400, max: 600 } },
}
const instrumentSansItalic = { ...instrumentSans, style: 'italic', weight: 400 }

const playfair = { family: 'Playfair', file: 'playfair', axis: 'opsz', pin: { opsz: 60 }, weight: 320 }
const alegreya = { family: 'Alegreya', file: 'alegreya', axis: 'wght', weight: 400, features: withFigures }
const alegreyaItalic = { ...alegreya, style: 'italic' }

const spectral = { family: 'Spectral', file: 'spectral', weight: 400, range: '300 900' }
const spectralItalic = { ...spectral, style: 'italic' }
const spectralThin = { family: 'Spectral Thin', file: 'spectral', cut: 'thin-', weight: 200 }
const jost = { family: 'Jost', file: 'jost', axis: 'wght', weight: { min: 200, max: 500 }, features: withFigures }
const jostItalic = { ...jost, style: 'italic', weight: 400 }

const saira = {
  ...{ family: 'Saira', file: 'saira', axis: 'wdth', pin: { wdth: 100 }, weight: 450, range: '100 599' },
  features: withFigures,
}
const robotoSerif = {
  ...{ family: 'Roboto Serif', file: 'roboto-serif', axis: 'full', pin: { GRAD: 0, opsz: 14, wdth: 100 } },
  ...{ weight: 420, range: '100 599' },
}
/** As heavy as the first of the theme, and in several widths. */
const heavy = (face, pin, most) => ({
  ...{ ...face, cut: 'heavy-', weight: 800, pin: { ...pin, wdth: { min: 62, max: most } } },
  range: `600 900;\n  font-stretch: 62% ${most}%`,
})
const sairaHeavy = heavy(saira, {}, 125)
// The wider half would weigh 7 kB; what is as short is larger instead.
const robotoSerifHeavy = heavy(robotoSerif, { GRAD: 0, opsz: 96 }, 100)

const courier = { family: 'Courier Prime', file: 'courier-prime', weight: 400, range: '100 500', features: [] }
const courierBold = { ...courier, cut: 'bold-', weight: 700, range: '600 900' }
const martian = {
  ...{ family: 'Martian Mono', file: 'martian-mono', axis: 'wdth', pin: { wdth: 75 }, weight: 380 },
  ...{ range: '100 500', features: [] },
}
const martianBold = { ...martian, cut: 'bold-', weight: 700, range: '600 900' }

/** Each theme's faces, and those to whose measure fonts of the visitor's machine stand in: variable, face, weight, kind. */
const sets = {
  editorial: {
    faces: [display, body, italic, mono],
    standIns: [
      ['display', display, display.weight, 'bold'],
      // The semibold is 1.1 % wider than the regular: less than a pixel in what is set in it.
      ['text', body, 400, 'regular'],
      ['mono', mono, mono.weight, 'mono'],
    ],
  },
  // Labels are small capitals of the text face.
  literary: {
    faces: [cormorant, goudy, goudyItalic],
    standIns: [
      ['display', cormorant, 300, 'serif'],
      ['text', goudy, 400, 'serif'],
      ['text', goudyItalic, 400, 'serif italic'],
    ],
  },
  gallery: {
    faces: [ysabeau, ysabeauItalic, ysabeauCapitals],
    standIns: [
      ['display', { ...ysabeau, family: 'Ysabeau Large' }, 250, 'regular'],
      ['text', ysabeau, 400, 'regular'],
      ['mono', ysabeauCapitals, ysabeauCapitals.weight, 'regular'],
    ],
  },
  terminal: {
    faces: [commit, commitBold],
    standIns: ['display', 'text', 'mono'].map((name) => [name, commit, 400, 'mono']),
  },
  poster: {
    faces: [archivoHeavy, archivo],
    standIns: [
      ['display', { ...archivoHeavy, family: 'Archivo Heavy', pin: { wdth: 100 } }, 800, 'bold'],
      ['text', archivo, 450, 'regular'],
    ],
  },
  'editorial/franklin': {
    faces: [franklin, sourceSerif, sourceSerifItalic, mono],
    standIns: [
      ['display', franklin, 800, 'bold'],
      ['text', sourceSerif, 400, 'serif'],
      ['text', sourceSerifItalic, 400, 'serif italic'],
      ['mono', mono, mono.weight, 'mono'],
    ],
  },
  'editorial/instrument': {
    faces: [instrumentSerif, instrumentSans, instrumentSansItalic, mono],
    standIns: [
      ['display', instrumentSerif, 400, 'serif'],
      ['text', instrumentSans, 400, 'regular'],
      ['mono', mono, mono.weight, 'mono'],
    ],
  },
  'literary/playfair': {
    faces: [playfair, { ...sourceSerif, weight: 400 }, sourceSerifItalic],
    standIns: [
      ['display', playfair, playfair.weight, 'serif'],
      ['text', sourceSerif, 400, 'serif'],
      ['text', sourceSerifItalic, 400, 'serif italic'],
    ],
  },
  'literary/alegreya': {
    faces: [alegreya, alegreyaItalic],
    standIns: [
      ['display', alegreya, 400, 'serif'],
      ['text', alegreya, 400, 'serif'],
      ['text', alegreyaItalic, 400, 'serif italic'],
    ],
  },
  'gallery/spectral': {
    faces: [spectral, spectralItalic, spectralThin],
    // Labels are words as they are written: this typeface is shown without small capitals.
    own: { track: '0.01em', case: 'none' },
    standIns: [
      ['display', spectralThin, 200, 'serif'],
      ['text', spectral, 400, 'serif'],
      ['text', spectralItalic, 400, 'serif italic'],
    ],
  },
  'gallery/jost': {
    faces: [jost, jostItalic],
    // All in small letters, as Herbert Bayer wrote.
    own: { track: '0.03em' },
    standIns: [
      ['display', { ...jost, family: 'Jost Large' }, 250, 'regular'],
      ['text', jost, 400, 'regular'],
    ],
  },
  'poster/saira': {
    faces: [sairaHeavy, saira],
    own: { narrowing: 0.93, widening: 0.64 },
    standIns: [
      ['display', { ...sairaHeavy, family: 'Saira Heavy', pin: { wdth: 100 } }, 800, 'bold'],
      ['text', saira, 450, 'regular'],
    ],
  },
  'poster/clarendon': {
    faces: [robotoSerifHeavy, robotoSerif],
    own: { narrowing: 0.445, widening: 0 },
    standIns: [
      [
        ...['display', { ...robotoSerifHeavy, family: 'Roboto Serif Heavy', pin: { GRAD: 0, opsz: 96, wdth: 100 } }],
        ...[800, 'serif bold'],
      ],
      ['text', robotoSerif, 420, 'serif'],
    ],
  },
  'terminal/courier': {
    faces: [courier, courierBold],
    standIns: ['display', 'text', 'mono'].map((name) => [name, courier, 400, 'mono']),
  },
  'terminal/martian': {
    faces: [martian, martianBold],
    standIns: ['display', 'text', 'mono'].map((name) => [name, martian, 380, 'mono']),
  },
}
const { faces, standIns, own = {} } = sets[pair ? `${theme}/${pair}` : theme]

const packageOf = ({ file, axis }) => path.join('node_modules', axis ? '@fontsource-variable' : '@fontsource', file)

const sourceOf = (face, part) => {
  const { file, axis, weight, from = part, style = 'normal' } = face
  return path.join(packageOf(face), 'files', `${file}-${from}-${axis ?? weight}-${style}.woff2`)
}

/** Only a variable font has an axis that can be pinned. */
const axesOf = ({ axis, pin = {} }, weight) => (axis ? { ...pin, wght: weight } : {})

const writeFace = async (face, part) => {
  const { family, file, style = 'normal', weight, features = ['kern', 'liga', 'mark', 'ccmp', 'locl'] } = face
  const { cut = style === 'italic' ? 'italic-' : '', range = style === 'italic' ? '400 600' : '100 900' } = face
  const name = `${file}-${cut}${part.name}.woff2`
  const options = { noHinting: true, keepFeatures: features }
  const source = await readFile(sourceOf(face, part.name))
  const cutTo = (targetFormat) =>
    subsetFont(source, characters(part.ranges), { ...options, targetFormat, variationAxes: axesOf(face, weight) })
  const font = face.kerning
    ? await subsetFont(
        withCopyrightAlone(roundKerning(await cutTo('sfnt'), face.kerning)),
        ...[characters(part.ranges), { ...options, targetFormat: 'woff2' }],
      )
    : await cutTo('woff2')
  await writeFile(path.join(folder, name), font)
  console.log(`${String(font.length).padStart(6)} ${name}`)
  return `@font-face {
  font-family: '${family}';
  font-style: ${style};
  font-weight: ${weight.min ? `${weight.min} ${weight.max}` : range};
  font-display: swap;
  src: url('./${name}') format('woff2');
  unicode-range: ${unicodeRange(part.ranges)};
}
`
}

/** A font of the page at one weight, to be measured. */
const instanceOf = async (face, weight) =>
  subsetFont(await readFile(sourceOf(face, parts[0].name)), characters([[0x20, 0x7e]]), {
    targetFormat: 'sfnt',
    variationAxes: axesOf(face, weight),
  })

await mkdir(folder, { recursive: true })
let css = '/* Written by scripts/fonts.js. */\n'
for (const face of faces) {
  for (const part of parts) css += await writeFace(face, part)
  await copyFile(path.join(packageOf(face), 'LICENSE'), path.join(folder, `${face.file}-LICENSE.txt`))
}
const stood = new Set()
for (const [, face, weight, kind] of standIns)
  for (const rule of fallbackFaces(face.family, await instanceOf(face, weight), kind, face.style)) stood.add(rule)
css += [...stood].join('')
const lists = standIns
  .filter(([, { style }]) => style !== 'italic')
  .map(([name, { family }, , kind]) => `  --${name}-fallbacks: ${fallbackFamilies(family, kind)};\n`)
// A theme without a mono face sets labels in that of its texts.
if (!standIns.some(([name]) => name === 'mono')) lists.push('  --mono-fallbacks: var(--text-fallbacks);\n')
// Properties that the theme's rules read.
for (const [name, value] of Object.entries(own)) lists.push(`  --${name}: ${value};\n`)
css += `:root {\n${lists.join('')}}\n`
await writeFile(path.join(folder, `${pair ?? 'fonts'}.css`), css)
