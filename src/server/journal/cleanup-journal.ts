import type { Database, Trx } from '../db/database.ts'

/** Bounds how long a save waits for one transaction. */
const batchSize = 500

/** The next cleanup continues. */
const mostBatches = 100

const yearsBefore = (now: number, years: number) => {
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() - years)
  return limit.toISOString()
}

const deleteBatch = async (trx: Trx, limit: string, size: number): Promise<number> => {
  const oldest = await trx
    .selectFrom('changes')
    .select(['id', 'at'])
    .orderBy('id')
    .limit(size + 1)
    .execute()
  // The newest change is the content's version and stays.
  const rows = oldest.slice(0, Math.min(size, oldest.length - 1))
  // Only up to the first newer one: no gaps where a clock was set back.
  const kept = rows.findIndex(({ at }) => at >= limit)
  const old = kept < 0 ? rows : rows.slice(0, kept)
  const last = old.at(-1)?.id
  if (last === undefined) return 0
  await trx.updateTable('changes').set({ undoes: null }).where('undoes', '<=', last).where('id', '>', last).execute()
  await trx.deleteFrom('changes').where('id', '<=', last).execute()
  return old.length
}

/**
 * Deletes changes older than so many years, oldest first; with 0 none. Each remaining change holds both of its
 * states, so it can be undone as before. Resolves to the number of deleted changes.
 */
export const cleanUpJournal = async (
  database: Database,
  historyYears: number,
  now: number = Date.now(),
  size = batchSize,
): Promise<number> => {
  if (historyYears === 0) return 0
  const limit = yearsBefore(now, historyYears)
  let deleted = 0
  for (let batch = 0; batch < mostBatches; batch += 1) {
    // Waits for its turn among changes; announces nothing, since no page changes.
    const count = await database.change((trx) => deleteBatch(trx, limit, size))
    deleted += count
    if (count < size) break
  }
  return deleted
}
