import type { Fields } from '../fields/fields.ts'
import { newBlockId } from './blocks-field.ts'
import { contentOf } from './blocks-to-markdown.ts'
import { type Block, type CodeLanguage, codeLanguages, kindsByName } from './kinds.ts'

/** The id of the image or the video in a file; undefined when there is none. */
type IdOf = (file: string) => string | undefined

const opening = /^(:{3,}) ([a-z]+)(?: #([0-9A-Za-z-]{1,32}))?$/
const line = /^([A-Za-z]+): (.+)$/s

const textIn = (written: string): string => {
  if (!written.startsWith('"')) return written
  try {
    const text: unknown = JSON.parse(written)
    return typeof text === 'string' ? text : written
  } catch {
    return written
  }
}

const readLines = (fields: Fields, lines: readonly string[], idOf: IdOf): Map<string, unknown> | undefined => {
  const data = new Map<string, unknown>()
  const list = Object.keys(fields).find((name) => fields[name]?.item)
  const items: string[][] = []
  for (const text of lines) {
    if (list !== undefined && /^-(?: |$)/.test(text)) items.push(text.length > 2 ? [text.slice(2)] : [])
    else if (text.startsWith('  ') && items.length > 0) items.at(-1)?.push(text.slice(2))
    else {
      const [, name = '', written = ''] = line.exec(text) ?? []
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) return undefined
      const value = textIn(written)
      data.set(name, field.kind === 'image' || field.kind === 'video' ? (idOf(value) ?? null) : value)
    }
  }
  if (list === undefined || items.length === 0) return data
  const inner = fields[list]?.item?.fields ?? {}
  const empty = Object.entries(inner).map(([name, field]): [string, unknown] => [name, field.empty])
  const read = items.map((item) => readLines(inner, item, idOf))
  if (read.includes(undefined)) return undefined
  return data.set(
    list,
    read.map((item) => Object.fromEntries([...empty, ...(item ?? [])])),
  )
}

/** The block that is written from this line on, without an id where it names none, and the line behind it. Undefined when nothing is. */
const readDirective = (
  text: TextLines,
  at: number,
  idOf: IdOf,
): { block: Omit<Block, 'id'> & { id?: string }; next: number } | undefined => {
  const { lines } = text
  const [, fence = '', name = '', id] = opening.exec(lines[at] ?? '') ?? []
  const kind = kindsByName.get(name)
  const end = kind ? text.next(fence, at) : -1
  if (!kind || end < 0) return undefined
  let blank = at + 1
  while (blank < end && lines[blank] !== '' && !lines[blank]?.startsWith(':::')) blank += 1
  if (blank < end && lines[blank] !== '') return undefined
  const data = readLines(kind.fields, lines.slice(at + 1, blank), idOf)
  const content = contentOf(kind.fields)
  if (!data) return undefined
  if (content !== undefined && blank < end) {
    if (text.lengthOf(blank + 1, end) > (kind.fields[content]?.max ?? 0)) return undefined
    data.set(content, lines.slice(blank + 1, end).join('\n'))
  }
  const { success, data: block } = kind.draft.safeParse({ id: id ?? '0', kind: name, ...Object.fromEntries(data) })
  if (!success) return undefined
  const { id: _, ...rest } = block as Block
  return { block: { ...rest, ...(id === undefined ? {} : { id }) } as Omit<Block, 'id'>, next: end + 1 }
}

const row = /^([:`~])\1{2,}/

/** Lines of a text, read from the first to the last. Whatever the text is, all questions together take nearly linear time. */
interface TextLines {
  readonly lines: readonly string[]
  /** Index of the next line behind `at` that is this row of one character; -1 without one. `at` never becomes less. */
  next(row: string, at: number): number
  /** Index of the next row of the character that this line begins with, as long as there or longer; -1 without one. */
  nextFence(at: number): number
  /** Characters of the lines from one index to before another, with the line ends between them. */
  lengthOf(from: number, to: number): number
}

const textLines = (text: string): TextLines => {
  const lines = text.split('\n')
  // Indexes of rows of colons by what stands in their line, the last one first.
  const rows = new Map<string, number[]>()
  const fences = new Int32Array(lines.length).fill(-1)
  // Fences behind the line: the nearest one last, and only those that no nearer one is longer than.
  const nearest: Record<string, { length: number; at: number }[]> = { '`': [], '~': [] }
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1)
  for (let n = lines.length - 1; n >= 0; n--) {
    const line = lines[n] ?? ''
    const [found = ''] = row.exec(line) ?? []
    const { length } = found
    const left = nearest[found.charAt(0)]
    if (left) {
      let [low, high] = [0, left.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((left[middle]?.length ?? 0) < length) high = middle
        else low = middle + 1
      }
      fences[n] = left[low - 1]?.at ?? -1
      // Spaces may follow a fence, and not a row of colons.
      if (line.trimEnd() === found) left.splice(low, left.length, { length, at: n })
    }
    if (left || found === '' || line !== found) continue
    const known = rows.get(found)
    if (known) known.push(n)
    else rows.set(found, [n])
  }
  return {
    lines,
    next: (wanted, at) => {
      const left = rows.get(wanted) ?? []
      while ((left.at(-1) ?? at + 1) <= at) left.pop()
      return left.at(-1) ?? -1
    },
    nextFence: (at) => fences[at] ?? -1,
    lengthOf: (from, to) => Math.max(0, (starts[to] ?? 0) - (starts[from] ?? 0) - 1),
  }
}

type Unnamed = Omit<Block, 'id'> & { id?: string }

/** Other names that people give these languages. */
const otherNames: Readonly<Record<string, CodeLanguage>> = {
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  cs: 'csharp',
  yml: 'yaml',
  md: 'markdown',
  svg: 'html',
  xml: 'html',
}

/** The language of program text by the name that people give it; plain text where nobody knows it. */
export const languageOf = (info: string): CodeLanguage => {
  const name = info.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''
  if (Object.hasOwn(codeLanguages, name)) return name as CodeLanguage
  return (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined) ?? 'text'
}

const mostInGallery = 12
const longestCode = kindsByName.get('code')?.fields.code?.max ?? 0

const textBlock = (lines: readonly string[]): Unnamed[] => {
  const markdown = lines.join('\n').trim()
  return markdown === '' ? [] : [{ kind: 'text', markdown } as Unnamed]
}

const fence = /^(`{3,}|~{3,})([^`]*)$/

const readCode = (text: TextLines, at: number): { block: Unnamed; next: number } | undefined => {
  const [, row = '', info = ''] = fence.exec(text.lines[at] ?? '') ?? []
  if (row === '') return undefined
  const end = text.nextFence(at)
  if (end < 0 || text.lengthOf(at + 1, end) > longestCode) return undefined
  const code = text.lines.slice(at + 1, end).join('\n')
  return { block: { kind: 'code', language: languageOf(info), code, caption: '' } as Unnamed, next: end + 1 }
}

const imageMark = /!\[([^\]]*)\]\(<?([^\s()<>]+)>?(?:\s+"([^"]*)")?\)\s*/y

/** The images of a paragraph that has nothing else. */
const imagesIn = (paragraph: string, idOf: IdOf): { image: string; caption: string }[] | undefined => {
  const images: { image: string; caption: string }[] = []
  for (imageMark.lastIndex = 0; imageMark.lastIndex < paragraph.length; ) {
    const [, alt = '', file = '', title] = imageMark.exec(paragraph) ?? []
    const image = file === '' ? undefined : idOf(file)
    if (image === undefined) return undefined
    images.push({ image, caption: (title ?? alt).replace(/\s+/g, ' ').trim().slice(0, 300) })
  }
  return images
}

const imageBlocks = (images: readonly { image: string; caption: string }[]): Unnamed[] =>
  Array.from({ length: Math.ceil(images.length / mostInGallery) }, (_, n) => {
    const some = images.slice(n * mostInGallery, (n + 1) * mostInGallery)
    return (some.length === 1 ? { kind: 'image', ...some[0] } : { kind: 'gallery', images: some }) as Unnamed
  })

const paragraphAt = (lines: readonly string[], at: number): string[] => {
  let end = at + 1
  while (end < lines.length && lines[end]?.trim() !== '') end += 1
  return lines.slice(at, end)
}

/**
 * Markdown as blocks: what `blocksToMarkdown` wrote as it was, a paragraph of images as an image or a gallery, program text between fences
 * as code, and everything between them as text. An image of no known file stays in the text.
 */
export const markdownToBlocks = (
  markdown: string,
  { idOf, newId = newBlockId }: { idOf?: IdOf; newId?: () => string } = {},
): Block[] => {
  const all = textLines(markdown)
  const { lines } = all
  const blocks: Unnamed[] = []
  let text: string[] = []
  const flush = (...more: Unnamed[]) => {
    blocks.push(...textBlock(text), ...more)
    text = []
  }
  for (let at = 0; at < lines.length; ) {
    const found = readDirective(all, at, idOf ?? ((file) => file)) ?? readCode(all, at)
    if (found) {
      flush(found.block)
      at = found.next
      continue
    }
    const starts = idOf && lines[at]?.startsWith('![') && (lines[at - 1] ?? '').trim() === ''
    const paragraph = starts ? paragraphAt(lines, at) : []
    const images = starts ? imagesIn(paragraph.join('\n'), idOf) : undefined
    if (images) {
      flush(...imageBlocks(images))
      at += paragraph.length
    } else text.push(lines[at++] ?? '')
  }
  flush()
  const ids = new Set<string>()
  return blocks.map(({ id = newId(), ...block }) => {
    const own = ids.has(id) ? newId() : id
    ids.add(own)
    return { id: own, ...block } as Block
  })
}
