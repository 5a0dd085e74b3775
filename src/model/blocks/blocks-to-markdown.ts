import type { Field, Fields } from '../fields/fields.ts'
import { isPlainLine } from '../text-rules.ts'
import { blocksIn } from './blocks-field.ts'
import { type Block, kindsByName } from './kinds.ts'

type Data = Readonly<Record<string, unknown>>

/** The path under which a file is written next to the Markdown, of the id of an image or a video. */
type FileOf = (id: string) => string

const texts = new Set(['markdown', 'textarea', 'code'])

/** The field whose text stands below the others, as it is: the last one of several lines. */
export const contentOf = (fields: Fields): string | undefined =>
  Object.keys(fields).findLast((name) => texts.has(fields[name]?.kind ?? ''))

const isPlain = (text: string) => text !== '' && text === text.trim() && !text.startsWith('"') && isPlainLine(text)

const linesOf = (fields: Fields, data: Data, fileOf: FileOf): string[] =>
  Object.entries(fields as Record<string, Field>).flatMap(([name, field]): string[] => {
    const value = data[name]
    if (field.item && Array.isArray(value)) {
      const { fields: inner } = field.item
      return value.flatMap((item: Data) => {
        const [first = '', ...more] = linesOf(inner, item, fileOf)
        return [`- ${first}`.trimEnd(), ...more.map((line) => `  ${line}`)]
      })
    }
    if (value === field.empty || typeof value !== 'string') return []
    const text = field.kind === 'image' || field.kind === 'video' ? fileOf(value) : value
    return [`${name}: ${isPlain(text) ? text : JSON.stringify(text)}`]
  })

/** A row of colons that no line of the text is. */
const fenceAround = (text: string): string => {
  const rows = new Set(text.split('\n').filter((line) => /^:{3,}$/.test(line)))
  let fence = ':::'
  while (rows.has(fence)) fence += ':'
  return fence
}

const markdownOf = (block: Block, fileOf: FileOf): string => {
  const fields = kindsByName.get(block.kind)?.fields ?? {}
  const name = contentOf(fields)
  const content = name === undefined ? '' : String(Reflect.get(block, name))
  const { [name ?? '']: _, ...others } = fields as Record<string, Field>
  const fence = fenceAround(content)
  const start = [`${fence} ${block.kind} #${block.id}`, ...linesOf(others, block as Data, fileOf)]
  return [...start, ...(content === '' ? [] : ['', content]), fence].join('\n')
}

/**
 * Blocks as Markdown that loses nothing: each between rows of colons, with its kind, its id and a line for each short field; a text of
 * several lines follows after an empty line. `markdownToBlocks` reads it back.
 */
export const blocksToMarkdown = (blocks: readonly Block[], fileOf: FileOf = (id) => id): string =>
  blocksIn(blocks)
    .map((block) => markdownOf(block, fileOf))
    .join('\n\n')

const readableOf = (block: Block): string => {
  const kind = kindsByName.get(block.kind)
  const { success, data } = kind ? kind.draft.safeParse(block) : { success: false, data: undefined }
  return success && kind ? (kind.markdown as (data: unknown) => string)(data) : ''
}

/** Text of blocks as Markdown, without images: for the history, for search engines and for programs. */
export const readableMarkdown = (value: unknown): string =>
  blocksIn(value)
    .map(readableOf)
    .filter((text) => text !== '')
    .join('\n\n')

/** The blocks of an entry that has only a text: one text block, or none. */
export const blocksOfText = (markdown: string): Block[] =>
  markdown === '' ? [] : [{ id: 'body', kind: 'text', markdown }]
