/** An image of a page, as its markup has it. */
interface ShownImage {
  src: string
  sizes: string
  /** It stands whole, no taller than the window. */
  whole: boolean
}

/** Facts about a page of the site, read from its markup. */
export interface PageFacts {
  path: string
  title: string
  description: string
  headings: { level: number; text: string }[]
  links: string[]
  ids: ReadonlySet<string>
  images: ShownImage[]
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** A tag of our own markup, which writes quotes about every value and escapes `<`, `>` and quotes in it. */
const tags = /<([^<>]*)>/g

/** Names and values of the attributes of a tag. */
const attributesOf = (tag: string): Map<string, string> => {
  const parts = tag.split('"')
  const found = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const before = parts[at] ?? ''
    found.set(before.slice(before.lastIndexOf(' ') + 1, -1).toLowerCase(), parts[at + 1] ?? '')
  }
  return found
}

/** Elements whose attributes are read. */
const told = new Set(['a', 'picture', 'img'])

const textOf = (html: string): string =>
  decoded(html.replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

const contentOf = (head: string, name: string): string => {
  const start = head.indexOf(`<meta name="${name}" content="`)
  if (start < 0) return ''
  const from = head.indexOf('content="', start) + 'content="'.length
  return decoded(head.slice(from, head.indexOf('"', from)))
}

/** Reads a page that the site rendered. Takes time in proportion to its length; no markup of somebody else's is in it. */
export const pageFacts = (path: string, html: string): PageFacts => {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const style = html.indexOf('<style>')
  const head = html.slice(0, style < 0 ? html.length : style)
  // Most of a page is its style.
  const body = html.slice(Math.max(0, html.lastIndexOf('</style>')))
  const ids = new Set<string>(['top', ''])
  const facts = { headings: [] as PageFacts['headings'], links: [] as string[], images: [] as ShownImage[] }
  let heading: { level: number; from: number } | undefined
  let standsWhole = false
  for (const { 0: whole, 1: tag = '', index } of body.matchAll(tags)) {
    const isEnd = tag.startsWith('/')
    const space = tag.indexOf(' ')
    const name = tag.slice(isEnd ? 1 : 0, space < 0 ? tag.length : space)
    if (/^h[1-6]$/.test(name)) {
      if (!isEnd) heading = { level: Number(name[1]), from: index + whole.length }
      else if (heading) {
        facts.headings.push({ level: heading.level, text: textOf(body.slice(heading.from, index)) })
        heading = undefined
      }
    }
    if (isEnd || !(told.has(name) || tag.includes(' id="'))) continue
    const given = attributesOf(tag)
    const id = given.get('id')
    if (id !== undefined) ids.add(decoded(id))
    const href = name === 'a' ? given.get('href') : undefined
    if (href !== undefined) facts.links.push(decoded(href))
    if (name === 'picture') standsWhole = / image-whole\b/.test(given.get('class') ?? '')
    const sizes = name === 'img' ? given.get('sizes') : undefined
    if (sizes !== undefined) facts.images.push({ src: given.get('src') ?? '', sizes, whole: standsWhole })
  }
  return { path, title: decoded(title), description: contentOf(head, 'description'), ids, ...facts }
}

interface Window {
  width: number
  height: number
}

const lengthIn = (text: string, { width, height }: Window): number => {
  const [, smallest] = /^min\((.*)\)$/.exec(text) ?? []
  if (smallest !== undefined)
    return Math.min(...smallest.split(',').map((part) => lengthIn(part.trim(), { width, height })))
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)(rem|px|vw|vh)$/.exec(text) ?? []
  const factors: Readonly<Record<string, number>> = { rem: 16, px: 1, vw: width / 100, vh: height / 100 }
  return number === undefined ? 0 : Number(number) * (factors[unit] ?? 0)
}

/** Width in px at which a page shows an image in a window, by its `sizes`; 0 for one that cannot be read. */
export const shownWidth = (sizes: string, window: Window): number => {
  for (const [part] of sizes.matchAll(/(?:[^,()]|\([^()]*\))+/g)) {
    const [, least, length = part.trim()] = /^\(min-width: (\d{1,4}(?:\.\d{1,4})?)rem\) (.*)$/.exec(part.trim()) ?? []
    if (least === undefined || window.width >= Number(least) * 16) return lengthIn(length, window)
  }
  return 0
}
