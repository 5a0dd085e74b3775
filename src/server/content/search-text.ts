import type { Fields } from '../../model/fields/fields.ts'

/** Lower case without accents: “Graca” finds “Graça”. The databases' own folding differs. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const searchTextOf = (fields: Fields, data: Record<string, unknown>): string =>
  folded(
    Object.entries(fields)
      .flatMap(([name, field]) => (field.kind === 'image' ? [] : [data[name]]))
      .flat()
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .join('\n'),
  )

/** LIKE pattern that finds `text` anywhere, for use with `escape '\'`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
