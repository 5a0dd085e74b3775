/** An email as a mail program reads it. */
export interface ReadLetter {
  /** Names as they came, in order. */
  names: string[]
  /** By name in small letters: unfolded, encoded words decoded. */
  headers: Record<string, string>
  text: string
  html: string
}

const bytesOf = (text: string, encoding: string): Buffer => {
  if (encoding === 'base64') return Buffer.from(text, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(text)
  const joined = text.replaceAll(/=\r?\n/g, '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

const decodedWords = (value: string) =>
  value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString()
        : bytesOf(words.replaceAll('_', ' '), 'quoted-printable').toString(),
    )

const split = (raw: string): [head: string, body: string] => {
  const at = raw.indexOf('\r\n\r\n')
  return [raw.slice(0, at), raw.slice(at + 4)]
}

const headersOf = (head: string): [name: string, value: string][] =>
  head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), decodedWords(line.slice(colon + 1).trim())]
    })

/** Reads an email of two parts, text and HTML, from what the mail server was given. */
export const readLetter = (raw: string): ReadLetter => {
  const [head, body] = split(raw)
  const all = headersOf(head)
  const headers = Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]))
  const edge = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? 'none'
  const parts = body.split(`--${edge}`).slice(1, -1)
  const part = (type: string) => {
    for (const one of parts) {
      const [partHead, content] = split(one.replace(/^\r\n/, ''))
      const own = Object.fromEntries(headersOf(partHead).map(([name, value]) => [name.toLowerCase(), value]))
      if (own['content-type']?.startsWith(type))
        return bytesOf(content, own['content-transfer-encoding'] ?? '').toString()
    }
    return ''
  }
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
  return { names: all.map(([name]) => name), headers, text: plain(part('text/plain')), html: part('text/html') }
}
