// Faces of the fonts that visitors' machines have, each stretched to a font of the page, so that nothing moves when that one arrives.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { advanceOf, metricsOf } from './font-metrics.js'

/** How often each of a–z and the space occurs in a thousand characters of English prose. */
const frequencies = [
  65, 12, 22, 34, 102, 18, 16, 49, 56, 1, 6, 33, 20, 56, 60, 15, 1, 48, 51, 73, 22, 8, 19, 1, 16, 1, 180,
]
const letters = [...'abcdefghijklmnopqrstuvwxyz ']

/** The average advance of English prose in a TrueType font, in em. */
const averageWidth = (font) => {
  const { unitsPerEm } = metricsOf(font)
  const sum = letters.reduce((sum, letter, i) => sum + advanceOf(font, letter) * frequencies[i], 0)
  return sum / unitsPerEm / frequencies.reduce((a, b) => a + b)
}

const measured = async (name) => averageWidth(await readFile(path.join(import.meta.dirname, '../tests/fonts', name)))
const arimo = await measured('arimo-400.ttf')
const arimoBold = await measured('arimo-700.ttf')
const roboto = await measured('roboto-400.ttf')
const notoSans = await measured('noto-sans-400.ttf')

/**
 * Fonts by kind, in the order in which a page asks for them: `local` names (PostScript names, which every system knows) and their
 * average width in em. Arial and its copies stand first: Windows, macOS and iOS always have it. Segoe UI: as wide against Arial as
 * @capsizecss/metrics 4.3.0 has it (xWidthAvg 908 and 973 for 913 and 983). San Francisco cannot be named in `local()`.
 */
export const fallbackFonts = {
  regular: [
    ['Arial', ['ArialMT', 'Arial', 'LiberationSans', 'Helvetica', 'Arimo-Regular'], arimo],
    ['Roboto', ['Roboto-Regular'], roboto],
    ['Segoe', ['SegoeUI'], (arimo * 908) / 913],
    ['Noto', ['NotoSans-Regular'], notoSans],
    ['DejaVu', ['DejaVuSans'], await measured('dejavu-sans-400.ttf')],
  ],
  bold: [
    ['Arial', ['Arial-BoldMT', 'Arial Bold', 'LiberationSans-Bold', 'Helvetica-Bold', 'Arimo-Bold'], arimoBold],
    ['Roboto', ['Roboto-Bold'], await measured('roboto-700.ttf')],
    ['Segoe', ['SegoeUI-Bold'], (arimoBold * 973) / 983],
    ['Noto', ['NotoSans-Bold'], await measured('noto-sans-700.ttf')],
    ['DejaVu', ['DejaVuSans-Bold'], await measured('dejavu-sans-700.ttf')],
    // Android 12 and some Linux desktops have a variable font, which only its regular weight can be asked of.
    ['Roboto Regular', ['Roboto-Regular'], roboto],
    ['Noto Regular', ['NotoSans-Regular'], notoSans],
  ],
  // Courier New is as wide as the first, but last in looks; the style sheet names it after these.
  mono: [
    [
      'Cousine',
      ['LiberationMono', 'Cousine-Regular', 'RobotoMono-Regular', 'NotoSansMono-Regular'],
      await measured('cousine-400.ttf'),
    ],
    ['Menlo', ['Menlo-Regular', 'SFMono-Regular', 'DejaVuSansMono'], await measured('dejavu-sans-mono-400.ttf')],
    ['Consolas', ['Consolas'], 1126 / 2048],
  ],
  // Measured on fonts with their metrics: Tinos, Gelasio and Noto Serif of Fontsource 5.3.0. Android's serif is Noto's.
  serif: [
    ['Times', ['TimesNewRomanPSMT', 'Times New Roman', 'LiberationSerif', 'Tinos-Regular'], 0.3997],
    ['Georgia', ['Georgia', 'Gelasio-Regular'], 0.4387],
    ['Noto', ['NotoSerif-Regular', 'NotoSerif'], 0.4784],
  ],
  'serif bold': [
    ['Times', ['TimesNewRomanPS-BoldMT', 'Times New Roman Bold', 'LiberationSerif-Bold', 'Tinos-Bold'], 0.4252],
    ['Georgia', ['Georgia-Bold', 'Gelasio-Bold'], 0.511],
    ['Noto', ['NotoSerif-Bold'], 0.5073],
    ['Noto Regular', ['NotoSerif-Regular', 'NotoSerif'], 0.4784],
  ],
  'serif italic': [
    ['Times', ['TimesNewRomanPS-ItalicMT', 'Times New Roman Italic', 'LiberationSerif-Italic', 'Tinos-Italic'], 0.4011],
    ['Georgia', ['Georgia-Italic', 'Gelasio-Italic'], 0.4479],
    ['Noto', ['NotoSerif-Italic'], 0.4642],
  ],
}

const percent = (value) => `${(value * 100).toFixed(2)}%`

/** Style rules that let each font of a kind stand in for a font of the page: `font` is that one (sfnt), at the weight it is used in. */
export const fallbackFaces = (family, font, kind, style = 'normal') => {
  const { unitsPerEm, ascent, descent, lineGap } = metricsOf(font)
  return fallbackFonts[kind].map(([name, locals, width]) => {
    const size = averageWidth(font) / width
    const override = (value) => percent(value / unitsPerEm / size)
    return `@font-face {
  font-family: '${family} ${name}';${style === 'normal' ? '' : `\n  font-style: ${style};`}
  font-weight: 100 900;
  src: ${locals.map((local) => `local('${local}')`).join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${override(ascent)};
  descent-override: ${override(-descent)};
  line-gap-override: ${override(lineGap)};
}
`
  })
}

/** Their families as a list for `font-family`. */
export const fallbackFamilies = (family, kind) =>
  fallbackFonts[kind].map(([name]) => `'${family} ${name}'`).join(', ') +
  (kind.startsWith('serif') ? ', Georgia, serif' : '')
