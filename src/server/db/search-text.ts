import type { FieldKind, Fields } from '../../model/fields/fields.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'

/** Lower case without accents: “Graca” finds “Graça”. The databases' own folding differs. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Their values are ids. */
const unread: ReadonlySet<FieldKind> = new Set(['image', 'video', 'entry'])

export const searchTextOf = (fields: Fields, data: Record<string, unknown>): string =>
  folded(
    leavesOf(fields, data)
      .flatMap(({ field, value }) => (unread.has(field.kind) ? [] : [value]))
      .flat()
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .join('\n'),
  )

/** LIKE pattern that finds `text` anywhere, for use with `escape '\'`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
