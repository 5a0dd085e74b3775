import type { Fields } from '../fields/fields.ts'
import { contentOf } from './blocks-to-markdown.ts'
import { type Block, kindsByName } from './kinds.ts'
import type { TextLines } from './text-lines.ts'

/** The id of the image or the video in a file; undefined when there is none. */
export type IdOf = (file: string) => string | undefined

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
export const readDirective = (
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
