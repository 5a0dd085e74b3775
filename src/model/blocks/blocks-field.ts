import { type Common, type Field, traits } from '../fields/fields.ts'
import { leavesOf } from '../fields/leaves-of.ts'
import { z } from '../zod.ts'
import { type Block, blockKinds, isEmptyBlock, isNewerBlock, kindsByName, storedBlocks } from './kinds.ts'

export const mostBlocks = 60

/** UTF-16 code units in all fields of all blocks together. */
export const longestBlocks = 120_000

/** UTF-16 code units in all fields of these blocks. */
export const lengthOf = (blocks: readonly Block[]): number => {
  let length = 0
  for (const data of blocks)
    for (const { value } of leavesOf(kindsByName.get(data.kind)?.fields ?? {}, data))
      if (typeof value === 'string') length += value.length
  return length
}

const listOf = (label: string, rule: 'schema' | 'draft'): z.ZodType<Block[]> => {
  const kinds = blockKinds.map((kind) => kind[rule]) as unknown as [z.ZodObject, ...z.ZodObject[]]
  const block = z.discriminatedUnion('kind', kinds, 'There is no such kind of block.')
  return z
    .array(block, `${label} must be a list of blocks.`)
    .max(mostBlocks, `${label}: at most ${mostBlocks} blocks.`)
    .superRefine((blocks, context) => {
      const ids = new Set<unknown>()
      for (const [n, data] of blocks.entries()) {
        if (ids.has(data.id))
          context.addIssue({ code: 'custom', path: [n, 'id'], message: 'Another block has this id.' })
        ids.add(data.id)
      }
      if (lengthOf(blocks as unknown as Block[]) > longestBlocks)
        context.addIssue({
          code: 'custom',
          message: `${label} may have at most ${longestBlocks.toLocaleString('en')} characters altogether.`,
        })
    }) as unknown as z.ZodType<Block[]>
}

/** Up to sixty blocks of the kinds in `blockKinds`, in the order in which they are read. */
export const blocksField = (o: Omit<Common, 'required'>): Field<Block[]> => ({
  kind: 'blocks',
  ...traits({ required: false, ...o }),
  empty: [],
  max: mostBlocks,
  kinds: kindsByName,
  schema: listOf(o.label, 'schema'),
  draft: listOf(o.label, 'draft'),
})

/** The blocks among stored values: those of a known kind, whatever else a newer version has stored. */
export const blocksIn = (value: unknown): Block[] => storedBlocks(value).filter((block) => !isNewerBlock(block))

/** The rank of the heading with which a text begins; beyond all ranks for a block that begins with none. */
const rankOf = (block: Block): number =>
  (block.kind === 'text' && /^(#{1,6}) /.exec(block.markdown)?.[1]?.length) || Number.POSITIVE_INFINITY

const isHeadingAlone = (block: Block): boolean => block.kind === 'text' && /^#{1,6} [^\n]*$/.test(block.markdown.trim())

/** The blocks that visitors see: without empty ones, and without headings of which nothing but empty blocks was left. */
export const filledBlocks = (value: unknown): Block[] => {
  const blocks = storedBlocks(value)
  const kept: Block[] = []
  for (const [at, block] of [...blocks.entries()].reverse()) {
    const [next] = kept
    const isOverNothing = at + 1 < blocks.length && blocks[at + 1] !== next && (!next || rankOf(next) <= rankOf(block))
    if (!isEmptyBlock(block) && !(isHeadingAlone(block) && isOverNothing)) kept.unshift(block)
  }
  return kept
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A new id; ten of 36 characters, so that two windows do not make the same. */
export const newBlockId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(10)), (number) => alphabet[number % alphabet.length]).join('')

// Not single brackets, which are links, nor a character that a font may lack. `[[ -f x ]]` is program text.
const blank = /\[\[(?=\S)([^[\]]{1,200})\]\]/g

const inText = (text: string): string[] => [...text.matchAll(blank)].map(([, name = '']) => name.trim())

/** The blanks of each text of blocks, by its path in their list such as `0.markdown`. */
const blanksByPath = (blocks: unknown): [path: string, blanks: string[]][] =>
  blocksIn(blocks).flatMap((block, at) =>
    leavesOf(kindsByName.get(block.kind)?.fields ?? {}, block).flatMap(
      ({ path, field, value }): [string, string[]][] => {
        const found = field.kind === 'markdown' && typeof value === 'string' ? inText(value) : []
        return found.length > 0 ? [[`${at}.${path}`, found]] : []
      },
    ),
  )

/** Blanks that blocks leave to the owner to fill in: the texts between [[ and ]], each once. */
export const blanksIn = (blocks: unknown): string[] => [...new Set(blanksByPath(blocks).flatMap(([, found]) => found))]

/** Blocks that cannot be published while something in them is to be filled in. */
export const filledIn = (field: Field<Block[]>): Field<Block[]> => ({
  ...field,
  schema: field.schema.superRefine((blocks, context) => {
    for (const [path, found] of blanksByPath(blocks))
      context.addIssue({
        code: 'custom',
        path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        message: `Fill in what stands between [[ and ]]: ${found.join(', ')}.`,
      })
  }),
})
