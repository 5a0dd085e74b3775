// A copy of a part of the sources compiles, too.
/// <reference path="../themes/subset-font.d.ts" />
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { localeOf } from '../../model/content/period.ts'
import { type CvDocument, fewest, lowestFirst, withoutItems } from '../../model/cv/cv-document.ts'
import type { CvForm, CvJob } from './cv-forms.ts'
import { renamedFont } from './renamed-font.ts'

/** Families in the order in which a glyph is looked for, as `scripts/cv-fonts.js` names them. */
const fontFiles = [
  ...['display-latin', 'display-latin-ext'],
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'arabic'].flatMap((part) => [
    `${part}-400`,
    `${part}-600`,
  ]),
].map((name) => `${name}.ttf`)

/** One weight, compressed. */
const japaneseFont = 'japanese-400.ttf.br'

const japanese = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/

/** Characters of the message with which a PDF/UA is refused. */
const missingIn = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/g)].map(([, text]) => text as string),
  ),
]

/** Name of a language for Typst: two or three letters, and a region. */
const languageOf = (code: string) => {
  const { language, region = '' } = new Intl.Locale(localeOf(code))
  return { lang: /^[a-z]{2,3}$/.test(language) ? language : 'en', region: /^[A-Z]{2}$/.test(region) ? region : '' }
}

/** Letters of titles: Latin, Greek and Cyrillic, with marks and signs. */
const titleLetters = [
  [0x20, 0x52f],
  [0x1e00, 0x22ff],
]
  .flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
  .join('')

/** The axes of a variable font (OpenType, `fvar`) with their bounds; none of a static one. */
const axesOf = (font: Buffer) => {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const record = records.find((at) => font.toString('latin1', at, at + 4) === 'fvar')
  if (record === undefined) return []
  const table = font.subarray(font.readUInt32BE(record + 8))
  return Array.from({ length: table.readUInt16BE(8) }, (_, index) => {
    const at = table.readUInt16BE(4) + index * table.readUInt16BE(10)
    const [least = 0, usual = 0, most = 0] = [4, 8, 12].map((field) => table.readInt32BE(at + field) / 65_536)
    return { tag: table.toString('latin1', at, at + 4), least, usual, most }
  })
}

// One font is that of the name, of 42 pt, and of titles of 13.5 pt, whose hairlines must not break on paper.
const titleSize = 24
const leastWeight = 400

/** A font of a theme as Typst reads it: static, in this weight or the least one, of this family. */
const staticFont = async (font: Uint8Array, weight: number, family: string): Promise<Buffer> => {
  const { default: subsetFont } = await import('subset-font')
  const whole = await subsetFont(Buffer.from(font), titleLetters, { targetFormat: 'sfnt', noHinting: true })
  const axes = axesOf(whole).map(({ tag, least, usual, most }) => {
    const wanted = { wght: Math.max(weight, leastWeight), opsz: titleSize }[tag] ?? usual
    return [tag, Math.min(most, Math.max(least, wanted))]
  })
  if (axes.length === 0) return renamedFont(whole, family)
  const options = { targetFormat: 'sfnt' as const, variationAxes: Object.fromEntries(axes) }
  return renamedFont(await subsetFont(whole, titleLetters, options), family)
}

/** Sets CVs with the template of a workspace. Text is data to it: nothing of a CV is read as markup or as a path. */
export const createPdfMaker = (workspace: string) => {
  const compilers = new Map<string, NodeCompiler>()
  let display: { of: string; fonts: Buffer[] } = { of: '', fonts: [] }

  /** Of a theme that they are for; the CV's own are all there is where they cannot be made. */
  const displayFonts = async ({ layout, fonts = [] }: CvJob): Promise<Buffer[]> => {
    if (fonts.length === 0) return []
    const of = JSON.stringify(layout.display)
    if (of === display.of) return display.fonts
    const { weight = 400 } = layout.display ?? {}
    const made = fonts.map((font, n) => staticFont(font, weight, `CV theme ${n}`))
    display = { of, fonts: await Promise.all(made).catch(() => []) }
    compilers.clear()
    return display.fonts
  }

  // The Japanese font is larger than all others together; few CVs need it.
  const compilerFor = (withJapanese: boolean, titles: readonly Buffer[]): NodeCompiler => {
    const key = `${withJapanese} ${titles.length}`
    const known = compilers.get(key)
    if (known) return known
    const read = (file: string) => readFileSync(path.join(workspace, 'fonts', file))
    const own = [...fontFiles.map(read), ...(withJapanese ? [brotliDecompressSync(read(japaneseFont))] : [])]
    const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [...titles, ...own] }] })
    compilers.set(key, compiler)
    return compiler
  }

  return async (job: CvJob): Promise<CvForm> => {
    const { form, document, layout, portrait } = job
    const titles = await displayFonts(job)
    const text = JSON.stringify(document)
    const compiler = compilerFor(japanese.test(text), titles)
    const portraitFile = path.join(workspace, 'portrait.jpg')
    if (portrait) compiler.mapShadow(portraitFile, Buffer.from(portrait))

    const compiled = (shown: CvDocument) => {
      const data = {
        ...{ ...shown, ...layout, ...languageOf(shown.language), hasPortrait: portrait !== undefined },
        displayFonts: titles.map((_, n) => `CV theme ${n}`),
      }
      const execution = compiler.compile({
        mainFilePath: path.join(workspace, 'cv.typ'),
        inputs: { cv: JSON.stringify(data) },
      })
      const { result } = execution
      if (!result) throw new Error(JSON.stringify(execution.takeDiagnostics()?.shortDiagnostics ?? 'unknown'))
      return result
    }

    const order = layout.onePage ? lowestFirst(document) : []
    const count = fewest(order.length, (n) => compiled(withoutItems(document, order.slice(0, n))).numOfPages <= 1)
    const dropped = order.slice(0, count)
    const result = compiled(withoutItems(document, dropped))
    const exported = () => {
      try {
        return { bytes: compiler.pdf(result, { pdfStandard: 'ua-1' }), missing: [] }
      } catch (error) {
        const missing = missingIn(String(error))
        if (missing.length === 0) throw error
        return { bytes: compiler.pdf(result), missing }
      }
    }
    try {
      const { bytes, missing } = exported()
      const named = dropped.map(({ collection, id, title }) => ({ collection, id, title: title.text }))
      const svg = form === 'preview' ? { svg: compiler.plainSvg(result) } : {}
      return { bytes, ...svg, pdf: { pages: result.numOfPages, dropped: named, missing } }
    } finally {
      compiler.resetShadow()
      compiler.evictCache(10)
    }
  }
}
