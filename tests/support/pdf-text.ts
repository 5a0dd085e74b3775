import { execFileSync } from 'node:child_process'
import { program } from '../../prove/support/tools.ts'

const found = (name: string): string | undefined => {
  try {
    return program(name, 'poppler-utils')
  } catch {
    return undefined
  }
}

const [pdftotext, pdfinfo] = [found('pdftotext'), found('pdfinfo')]

/** False where poppler-utils neither is nor may be installed. */
export const readsPdf = pdftotext !== undefined && pdfinfo !== undefined

const run = (command: string | undefined, args: string[], pdf: Uint8Array): string =>
  execFileSync(command ?? '', args, { input: pdf, stdio: ['pipe', 'pipe', 'ignore'] }).toString()

const marks = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g
const rightToLeft = /[\u0590-\u08ff]/
const tokens = (text: string) => text.match(/\s+|[^\s]+/g) ?? []

/** In a line from right to left pdftotext gives numbers and marks between two words as they stand on paper: turned back to how they are read. */
const asRead = (line: string): string =>
  rightToLeft.test(line)
    ? line.replace(/\u202a([^\u202a\u202c]*)\u202c?/g, (run, inside: string) =>
        /\p{L}/u.test(inside) ? run : tokens(inside).reverse().join(''),
      )
    : line

/** The words of a text, in order. */
export const wordsOf = (text: string): string[] => text.replace(marks, '').split(/\s+/).filter(Boolean)

/** The text of a PDF as programs read it that guess the order from where the words stand. */
export const guessedText = (pdf: Uint8Array): string => run(pdftotext, ['-', '-'], pdf)

/** The words of a PDF in the order in which they are written in it; where some are written from right to left, as pdftotext turns them. */
export const pdfWords = (pdf: Uint8Array): string[] => {
  const written = run(pdftotext, ['-raw', '-', '-'], pdf)
  const text = rightToLeft.test(written) ? guessedText(pdf) : written
  return wordsOf(text.split('\n').map(asRead).join('\n'))
}

/** The lines of each page, in the order in which they are written in it. */
export const pdfPages = (pdf: Uint8Array): string[][] =>
  run(pdftotext, ['-raw', '-', '-'], pdf)
    .split('\f')
    .map((page) => page.split('\n').filter(Boolean))
    .filter(({ length }) => length > 0)

/** The letters in the order of the tags, which screen readers follow; pdfinfo parts words where another font begins. */
export const taggedLetters = (pdf: Uint8Array): string =>
  wordsOf([...run(pdfinfo, ['-struct-text', '-'], pdf).matchAll(/^ *"(.*)"$/gm)].map(([, text]) => text).join('')).join(
    '',
  )

/** What pdfinfo says of a PDF, by name. */
export const pdfFacts = (pdf: Uint8Array): ReadonlyMap<string, string> =>
  new Map(
    run(pdfinfo, ['-'], pdf)
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
