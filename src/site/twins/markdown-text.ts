/** Markdown parts with an empty line between them; empty ones are left out. */
export const parts = (...all: readonly string[]): string => all.filter((part) => part !== '').join('\n\n')

/** A list, one line for each; empty ones are left out. */
export const list = (items: readonly string[]): string =>
  items
    .filter((item) => item !== '')
    .map((item) => `- ${item}`)
    .join('\n')

const marks = /[\\`*_[\]<|]|&(?=#?\w)/g
// What makes a heading, a quote, a list, a rule, a fence or a row of a table of a line that starts with it.
const startMark = /^(?:[#>+=~:-]|\d{1,9}(?=[.)]))/

const escaped = (line: string): string =>
  line
    .trim()
    .replace(marks, '\\$&')
    .replace(startMark, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))

/** One line of text as Markdown that shows it letter for letter. */
export const lineText = (text: string): string => escaped(text.replace(/\s+/g, ' '))

/** Text of several lines as Markdown that shows it letter for letter, with its line ends. */
export const longText = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map(escaped).join('\\\n'))
    .join('\n\n')

const target = (url: string) => `<${url.replace(/[<>\\\s]/g, encodeURIComponent)}>`

export const link = (text: string, url: string): string => `[${lineText(text)}](${target(url)})`

export const picture = (alt: string, url: string): string => `!${link(alt, url)}`

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The owner's Markdown as the page shows it: every heading of this rank, and no picture. Lines of program text stay as they are. */
export const atRank = (markdown: string, rank: 2 | 3): string => {
  let open = ''
  return markdown
    .split('\n')
    .map((line) => {
      const [, run = '', rest = ''] = fence.exec(line) ?? []
      if (open !== '') {
        if (run.startsWith(open) && rest.trim() === '') open = ''
        return line
      }
      open = run
      return line
        .replace(/^ {0,3}#{1,6}(?=\s|$)/, '#'.repeat(rank))
        .replace(/^ {0,3}=+ *$/, '---')
        .replaceAll('![', '\\![')
    })
    .join('\n')
}
