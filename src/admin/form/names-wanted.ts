import type { Field, FieldKind, Fields } from '../../model/fields/fields.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { mediaIdIn } from '../../model/media/awaited-file.ts'

type Data = Readonly<Record<string, unknown>>

/** Name for a value that is an id. */
export type NameOf = (field: Pick<Field, 'kind'> & { label?: string }, id: string) => string

const named: ReadonlySet<FieldKind> = new Set(['image', 'video', 'entry'])

export const isNamed = ({ kind }: Pick<Field, 'kind'>): boolean => named.has(kind)

/** Bounds the calls that one difference makes; what is beyond is called by its field. */
const mostNames = 24

/** Leaves by their path, in which a block has its id instead of its place: an added block moves the others. */
const leavesByBlock = (fields: Fields, data: Data) =>
  new Map(
    leavesOf(fields, data)
      .filter(({ field, value }) => isNamed(field) && mediaIdIn(value) !== null)
      .map((leaf) => {
        const [name = '', place = '', ...rest] = leaf.path.split('.')
        const list = data[name]
        const block = Array.isArray(list) ? (list[Number(place)] as { id?: string } | undefined)?.id : undefined
        return [[name, block ?? place, ...rest].join('.'), leaf]
      }),
  )

/** The images, videos and entries that one state names in a place where the other does not. */
export const namesWanted = (fields: Fields, before: Data, after: Data): { field: Field; id: string }[] => {
  const [was, is] = [leavesByBlock(fields, before), leavesByBlock(fields, after)]
  const found = new Map<string, Field>()
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const leaves = [was.get(key), is.get(key)]
    if (leaves[0]?.value === leaves[1]?.value) continue
    for (const leaf of leaves) if (leaf) found.set(String(leaf.value), leaf.field)
  }
  return [...found].slice(0, mostNames).map(([id, field]) => ({ id, field }))
}
