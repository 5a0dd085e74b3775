import { micromark, type Options } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

type Extensions = NonNullable<Options['extensions']>

/** Cells of the tables of one text. A short row is filled up with empty ones, so that a short text could be a hundred megabytes. */
const mostCells = 10_000

const delimiterRow = /^[\s>|:-]+$/

/** At most how many cells the tables of a text have; 0 without a table. */
const cellsIn = (text: string): number => {
  let [columns, cells] = [0, 0]
  for (const line of text.split(/\r\n?|\n/)) {
    // Other spaces are a row.
    if (/^[ \t]*$/.test(line)) columns = 0
    else if (line.includes('-') && delimiterRow.test(line)) columns = Math.max(columns, line.split('|').length)
    cells += columns
  }
  return cells
}

/** Raw HTML is shown as text and unsafe URLs are dropped (micromark's defaults). */
const drawn = (text: string, more: Extensions = []): string => {
  const cells = cellsIn(text)
  if (cells === 0 || cells > mostCells) return micromark(text, { extensions: more })
  return micromark(text, { extensions: [gfmTable(), ...more], htmlExtensions: [gfmTableHtml()] })
}

/** Begins in a script that is written from right to left. */
const leftward = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

const nameOf = (head: string) =>
  head
    .split('</th>')
    .map((cell) => cell.replace(/<[^<>]*>/g, '').trim())
    .filter((cell) => cell !== '')
    .join(', ')

/** A table in a frame that scrolls, by keyboard as well; its name, and its direction, are those of its columns. */
const framed = (html: string): string =>
  html
    .replace(/<table>(.*?)<\/thead>/gs, (table, head: string) => {
      const name = nameOf(head)
      const dir = leftward.test(name) ? 'rtl' : 'ltr'
      return `<div class="table" role="group" tabindex="0" dir="${dir}"${name === '' ? '' : ` aria-label="${name}"`}>${table}`
    })
    .replaceAll('</table>', '</table></div>')
    .replaceAll(' align="left"', '')
    .replaceAll(' align="right"', ' class="cell-end"')
    .replaceAll(' align="center"', ' class="cell-center"')

/** Markdown for a page. `![…]` stays text, since images come from an image field, with a size. */
export const markdown = (text: string): string => framed(drawn(text, [{ disable: { null: ['labelStartImage'] } }]))

/** Markdown for readers of feeds, which have no styles of ours. */
export const feedMarkdown = (text: string): string => drawn(text)
