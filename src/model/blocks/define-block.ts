import type { DataOf, Fields } from '../fields/fields.ts'
import { z } from '../zod.ts'

interface BlockInput<K extends string, F extends Fields> {
  kind: K
  label: string
  /** Its purpose, in one line of a menu. */
  purpose: string
  fields: F
  /** As Markdown for readers who see no images; '' when there is nothing to read. */
  markdown(data: DataOf<F>): string
  /** The rule between its fields: the field, and the sentence of what is wrong with it. */
  problem?(data: DataOf<F>): [field: keyof F & string, sentence: string] | undefined
}

/** A block as it is stored: its id, unique among the blocks of its field, its kind and its fields. */
export type BlockOf<D> = D extends BlockKind<infer K, infer F> ? { id: string; kind: K } & DataOf<F> : never

export interface BlockKind<K extends string = string, F extends Fields = Fields> extends Readonly<BlockInput<K, F>> {
  readonly schema: z.ZodType<{ id: string; kind: K } & DataOf<F>>
  readonly draft: z.ZodType<{ id: string; kind: K } & DataOf<F>>
  /** A block with empty fields. */
  blank(id: string): { id: string; kind: K } & DataOf<F>
}

const id = z
  .string('A block needs an id.')
  .regex(/^[0-9A-Za-z][0-9A-Za-z-]{0,31}$/, 'The id of a block has 1 to 32 letters, digits and hyphens.')

/** Empty fields; a list that needs an item has the first one from the start. */
const emptyOf = (fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { min, item, empty }]) => [
      name,
      min === 1 && item ? [emptyOf(item.fields)] : empty,
    ]),
  )

/** Derives from the definition of one kind of block what every kind has. */
export const defineBlock = <const K extends string, const F extends Fields>(input: BlockInput<K, F>) => {
  const { kind, fields, problem } = input
  const shape = (rule: 'schema' | 'draft') => {
    const parts = Object.entries(fields).map(([name, field]) => [
      name,
      rule === 'draft' || !field.required ? field[rule].default(field.empty) : field[rule],
    ])
    return z.strictObject({ id, kind: z.literal(kind), ...Object.fromEntries(parts) })
  }
  const strict = problem
    ? shape('schema').superRefine((data, context) => {
        const found = problem(data as unknown as DataOf<F>)
        if (found) context.addIssue({ code: 'custom', path: [found[0]], message: found[1] })
      })
    : shape('schema')
  return {
    ...input,
    schema: strict,
    draft: shape('draft'),
    blank: (blockId: string) => ({ id: blockId, kind, ...emptyOf(fields) }),
  } as unknown as BlockKind<K, F>
}
