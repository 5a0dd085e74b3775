const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it, also within quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] as string)

const address = /^https?:\/\/[^\s<>"']+$/

const lines = (text: string) => text.split('\n').map(escaped).join('<br>')

const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/g)
    .map((part) => (address.test(part) ? `<a href="${escaped(part)}">${escaped(part)}</a>` : lines(part)))
    .join('')

const isQuote = (line: string) => line === '>' || line.startsWith('> ')

/** A paragraph of our own whose second line is nothing but an address: what the link is called, and where it leads. */
const action = (paragraph: string) => {
  const [label = '', target = '', ...more] = paragraph.split('\n')
  return more.length === 0 && label.endsWith(':') && address.test(target) ? { label: label.slice(0, -1), target } : null
}

const block = (paragraph: string): string => {
  const all = paragraph.split('\n')
  // What a visitor wrote stays text: no link of theirs can be followed from our e-mail by accident.
  if (all.every(isQuote)) return `<blockquote>${lines(all.map((line) => line.slice(2)).join('\n'))}</blockquote>`
  const link = action(paragraph)
  if (link) return `<p><a class="go" href="${escaped(link.target)}">${escaped(link.label)}</a></p>`
  return `<p>${linked(paragraph)}</p>`
}

// No colour is set that only one of light and dark could bear: text is the reader's own, lines and greys stand on both.
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;font:16px/1.55 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:36em;margin:0 auto;overflow-wrap:anywhere}
p{margin:0 0 1.1em}
blockquote{margin:0 0 1.4em;padding:.1em 0 .1em 1em;border-left:3px solid #8a8a8a}
a.go{display:inline-block;padding:.5em 1em;border:1px solid currentColor;border-radius:3px;text-decoration:none;font-weight:600}
footer{margin-top:2.2em;padding-top:1em;border-top:1px solid #8a8a8a;font-size:13px;opacity:.75}`

/**
 * The HTML of a plain text: paragraphs between empty lines, quotes in lines that begin with `> `, what follows a line `-- ` as
 * the foot. Both parts of an e-mail so say the same.
 */
export const emailHtml = (text: string, { subject, language }: { subject: string; language: string }): string => {
  const [body = '', ...foot] = text.split('\n-- \n')
  const blocks = (part: string) =>
    part
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
      .filter((paragraph) => paragraph.trim() !== '')
      .map(block)
      .join('\n')
  const footer = foot.length > 0 ? `<footer>\n${blocks(foot.join('\n\n'))}\n</footer>` : ''
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${style}</style>
</head>
<body><main>
${blocks(body)}
${footer}</main></body>
</html>
`
}

/** A visitor's text as a quote: whatever it says, it cannot become anything else. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
