import type { Fields } from '../../model/fields/fields.ts'

/** Small letters without accents, so that “Graca” finds “Graça”; the same on both databases, whose own folding differs. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Text to search an entry by: all of it but the ids of images. */
export const searchTextOf = (fields: Fields, data: Record<string, unknown>): string =>
  folded(
    Object.entries(fields)
      .flatMap(([name, field]) => (field.kind === 'image' ? [] : [data[name]]))
      .flat()
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .join('\n'),
  )

/** `text` as a LIKE pattern that finds it anywhere; to be used with `escape '\'`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
