import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { localeOf } from '../../model/content/period.ts'
import { type CvDocument, fewest, lowestFirst, withoutItems } from '../../model/cv/cv-document.ts'
import type { CvForm, CvJob } from './cv-job.ts'

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

/** Sets CVs with the template of a workspace. Text is data to it: nothing of a CV is read as markup or as a path. */
export const createPdfMaker = (workspace: string) => {
  const compilers = new Map<boolean, NodeCompiler>()

  // The Japanese font is larger than all others together; few CVs need it.
  const compilerFor = (withJapanese: boolean): NodeCompiler => {
    const known = compilers.get(withJapanese)
    if (known) return known
    const read = (file: string) => readFileSync(path.join(workspace, 'fonts', file))
    const fontBlobs = [...fontFiles.map(read), ...(withJapanese ? [brotliDecompressSync(read(japaneseFont))] : [])]
    const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] })
    compilers.set(withJapanese, compiler)
    return compiler
  }

  return ({ form, document, layout, portrait }: CvJob): CvForm => {
    const text = JSON.stringify(document)
    const compiler = compilerFor(japanese.test(text))
    const portraitFile = path.join(workspace, 'portrait.jpg')
    if (portrait) compiler.mapShadow(portraitFile, Buffer.from(portrait))

    const compiled = (shown: CvDocument) => {
      const data = { ...shown, ...layout, ...languageOf(shown.language), hasPortrait: portrait !== undefined }
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
