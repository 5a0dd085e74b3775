import { sql } from 'kysely'
import type { FieldKind, Fields } from '../../model/fields/fields.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { withPlainLetters } from '../../model/text-rules.ts'

const [defaultSize, maxSize] = [50, 200]

export const pageSize = (asked: number | undefined): number =>
  asked !== undefined && Number.isInteger(asked) ? Math.min(Math.max(asked, 1), maxSize) : defaultSize

/** Splits off the row that was read beyond the page; `next` is the cursor of the next page, or null. */
export const pageOf = <T>(rows: T[], size: number, cursorOf: (row: T) => string) => {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? cursorOf(last) : null }
}

export const readPage = async <T>(
  query: { limit(count: number): { execute(): Promise<T[]> } },
  limit: number | undefined,
  cursorOf: (row: T) => string,
) => {
  const size = pageSize(limit)
  return pageOf(await query.limit(size + 1).execute(), size, cursorOf)
}

/** Lower case without accents: “Graca” finds “Graça”, “isik” “IŞIK” and “ışık”. The databases' own folding differs. */
export const folded = (text: string): string =>
  withPlainLetters(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())

/** Their values are ids. */
const unread: ReadonlySet<FieldKind> = new Set(['image', 'video', 'entry'])

/** What a search reads, each text with the path of its value. */
export const searchedTexts = (fields: Fields, data: Record<string, unknown>): { path: string; text: string }[] =>
  leavesOf(fields, data).flatMap(({ path, field, value }) =>
    [unread.has(field.kind) ? [] : value]
      .flat()
      .flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [{ path, text: String(one) }] : [])),
  )

export const searchTextOf = (fields: Fields, data: Record<string, unknown>): string =>
  folded(
    searchedTexts(fields, data)
      .map(({ text }) => text)
      .join('\n'),
  )

/** The words of a query, of which each must be found. */
export const searchWords = (q: string): string[] => folded(q).split(/\s+/).filter(Boolean)

/** LIKE pattern that finds `text` anywhere, for use with `escape '\'`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** True for rows whose text for searching has this word. */
export const isFound = (word: string) => sql<boolean>`search_text like ${likePattern(word)} escape '\\'`
