import { LinkifyIt } from 'linkify-it'
import { escapeHtml } from '../../model/escape-html.ts'

const linkify = new LinkifyIt({ fuzzyEmail: false }).add('ftp:', null).add('mailto:', null).add('//', null)

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

const linked = (text: string): string => {
  let html = ''
  let end = 0
  for (const { index, lastIndex, raw } of linkify.match(text) ?? []) {
    html += `${lines(text.slice(end, index))}<a href="${escapeHtml(raw)}">${escapeHtml(raw)}</a>`
    end = lastIndex
  }
  return html + lines(text.slice(end))
}

const isQuote = (line: string) => line === '>' || line.startsWith('> ')

const block = (paragraph: string): string => {
  const all = paragraph.split('\n')
  // A visitor's text stays text: no link of theirs can be followed from our email by accident.
  if (all.every(isQuote)) return `<blockquote>${lines(all.map((line) => line.slice(2)).join('\n'))}</blockquote>`
  // Our own label, and the URL on a line of its own: a button.
  const [, label, url] = /^(.*):\n(https?:\/\/[^\s<>"']+)$/.exec(paragraph) ?? []
  if (label && url) return `<p><a class="go" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`
  return `<p>${linked(paragraph)}</p>`
}

// Text keeps the reader's own colour; borders and greys are readable on light and dark.
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;font:16px/1.55 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:36em;margin:0 auto;overflow-wrap:anywhere}
p{margin:0 0 1.1em}
blockquote{margin:0 0 1.4em;padding:.1em 0 .1em 1em;border-left:3px solid #8a8a8a}
a.go{display:inline-block;padding:.5em 1em;border:1px solid currentColor;border-radius:3px;text-decoration:none;font-weight:600}
footer{margin-top:2.2em;padding-top:1em;border-top:1px solid #8a8a8a;font-size:13px;opacity:.75}`

const blocks = (part: string): string =>
  part
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map(block)
    .join('\n')

/**
 * HTML with the same content as a plain text: paragraphs between empty lines, quotes in lines that begin with `> `, a footer
 * after a line `-- `.
 */
export const emailHtml = (text: string, { subject, language }: { subject: string; language: string }): string => {
  const [body = '', ...footer] = text.split('\n-- \n')
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body><main>
${blocks(body)}
${footer.length > 0 ? `<footer>\n${blocks(footer.join('\n\n'))}\n</footer>` : ''}</main></body>
</html>
`
}

/** A visitor's text as a quote. Every kind of line end is escaped, so it cannot become anything else. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
