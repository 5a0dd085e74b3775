import type { Database, Trx } from '../db/database.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

/** Changes that one transaction deletes at most: nobody's save waits long for it. */
const batchSize = 500

/** Batches of one cleanup at most; the next cleanup goes on. */
const mostBatches = 100

const yearsBefore = (now: number, years: number) => {
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() - years)
  return limit.toISOString()
}

/** Deletes the oldest changes as far as they were made before `limit`; returns how many. */
const deleteBatch = async (trx: Trx, limit: string, size: number): Promise<number> => {
  const oldest = await trx
    .selectFrom('changes')
    .select(['id', 'at'])
    .orderBy('id')
    .limit(size + 1)
    .execute()
  // The newest change is the content's version and stays, however old it is.
  const rows = oldest.slice(0, Math.min(size, oldest.length - 1))
  // Only up to the first that is to stay, so that the history has no gaps where a clock was set back.
  const kept = rows.findIndex(({ at }) => at >= limit)
  const old = kept < 0 ? rows : rows.slice(0, kept)
  const last = old.at(-1)?.id
  if (last === undefined) return 0
  await trx.updateTable('changes').set({ undoes: null }).where('undoes', '<=', last).where('id', '>', last).execute()
  await trx.deleteFrom('changes').where('id', '<=', last).execute()
  return old.length
}

/**
 * Deletes changes that are older than the owner wants to keep them, the oldest first; by itself it keeps all. What stays can
 * be undone as before, since each change holds both of its states, and images keep their originals whatever the journal says.
 * Resolves to how many were deleted.
 */
export const cleanUpJournal = async (
  database: Database,
  settings: Pick<SettingsStore, 'get'>,
  now: number = Date.now(),
  size = batchSize,
): Promise<number> => {
  const { historyYears } = (await settings.get()).settings
  if (historyYears === 0) return 0
  const limit = yearsBefore(now, historyYears)
  let deleted = 0
  for (let batch = 0; batch < mostBatches; batch += 1) {
    // In turn with changes, of which an undo may be one; nothing is announced, since no page changes.
    const count = await database.change((trx) => deleteBatch(trx, limit, size))
    deleted += count
    if (count < size) break
  }
  return deleted
}
