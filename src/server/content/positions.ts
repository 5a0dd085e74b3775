import { sql } from 'kysely'
import type { Reader, Trx } from '../db/database.ts'

const standing = (reader: Reader, collection: string) =>
  reader.selectFrom('entries').where('collection', '=', collection).where('deleted_at', 'is', null)

/** Without the trash. */
export const countEntries = async (reader: Reader, collection: string): Promise<number> => {
  const { count } = await standing(reader, collection)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const orderedIds = async (reader: Reader, collection: string): Promise<string[]> => {
  const rows = await standing(reader, collection).select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}

export const orderWithVersions = async (reader: Reader, collection: string) => {
  const rows = await standing(reader, collection).select(['id', 'version']).orderBy('position').execute()
  return { ids: rows.map(({ id }) => id), versions: rows.map(({ version }) => version) }
}

// The largest integer of Postgres.
export const beyond = 2_147_483_647

/** Moves the entries at the positions from `from` to before `to`. */
export const shift = (trx: Trx, collection: string, by: number, from: number, to = beyond) =>
  trx
    .updateTable('entries')
    .set(({ eb }) => ({ position: eb('position', '+', by) }))
    .where('collection', '=', collection)
    .where('deleted_at', 'is', null)
    .where('position', '>=', from)
    .where('position', '<', to)
    .execute()

/** Moves up the entries from a position on; returns the position to insert at, at most one after the last. */
export const openGap = async (trx: Trx, collection: string, wanted: number): Promise<number> => {
  const position = Math.min(wanted, (await countEntries(trx, collection)) + 1)
  await shift(trx, collection, 1, position)
  return position
}

export const closeGap = (trx: Trx, collection: string, position: number) => shift(trx, collection, -1, position + 1)

export const renumber = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  // A statement has a bound on its parameters.
  for (let start = 0; start < ids.length; start += 500) {
    const piece = ids.slice(start, start + 500)
    const cases = piece.map((id, index) => sql`when ${id} then cast(${start + index + 1} as integer)`)
    await trx
      .updateTable('entries')
      .set({ position: sql<number>`case id ${sql.join(cases, sql` `)} end` })
      .where('id', 'in', piece)
      .execute()
  }
}
