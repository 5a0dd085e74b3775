import type { Field, Fields } from './fields.ts'

export interface Leaf {
  /** Such as `cv`, `socials.1.url` or `blocks.3.images.0.image`. */
  path: string
  field: Field
  value: unknown
}

/** The field of a form in which a leaf stands; with an index, the item of a list or the block. */
export const fieldAt = (path: string): { field: string; index?: number } => {
  const [field = '', index] = path.split('.')
  return index === undefined ? { field } : { field, index: Number(index) }
}

type Data = Readonly<Record<string, unknown>>

/** The fields of one item of a list; undefined for what has none, such as a plain text or a block of an unknown kind. */
const fieldsWithin = ({ item, kinds }: Field, value: Data): Fields | undefined =>
  item?.fields ?? kinds?.get(String(value.kind))?.fields

/** Every single value in data with these fields: those of items and blocks instead of their lists. */
export const leavesOf = (fields: Fields, data: Data): Leaf[] =>
  Object.entries(fields).flatMap(([name, field]): Leaf[] => {
    const value = data[name]
    if (!(field.item || field.kinds) || !Array.isArray(value)) return [{ path: name, field, value }]
    return value.flatMap((item: unknown, n) => {
      const whole = { path: `${name}.${n}`, field, value: item }
      if (typeof item !== 'object' || item === null) return [whole]
      const inner = fieldsWithin(field, item as Data)
      if (!inner) return []
      return leavesOf(inner, item as Data).map((leaf) => ({ ...leaf, path: `${name}.${n}.${leaf.path}` }))
    })
  })

/** The links in the values of these fields, those in lists of items included, by path: `cv`, `socials.1.url`. */
export const linksOf = (fields: Fields, data: Record<string, unknown>): [path: string, url: string][] =>
  leavesOf(fields, data).flatMap(({ path, field: { kind }, value }): [string, string][] =>
    kind === 'url' && typeof value === 'string' && value !== '' ? [[path, value]] : [],
  )
