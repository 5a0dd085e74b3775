import type { Field } from '../fields/fields.ts'
import { leavesOf } from '../fields/leaves-of.ts'
import { blocksIn } from './blocks-field.ts'
import { type Block, kindsByName } from './kinds.ts'

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
