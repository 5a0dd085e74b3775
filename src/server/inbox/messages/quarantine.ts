import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

const oneDayMs = 24 * 60 * 60 * 1000
/** Days that a quarantined message waits for a label. Then it goes to the trash, for another thirty days. */
export const quarantineDays = 30

/** Quarantined messages without a label. */
export const isQuarantined = sql<boolean>`deleted_at is null and status = 'spam' and label is null`

/** Moves messages to the trash whose time in quarantine is over. Returns their number. */
export const purgeQuarantine = async ({ kysely }: Database, now: number): Promise<number> => {
  const date = new Date(now).toISOString()
  const { numUpdatedRows } = await kysely
    .updateTable('messages')
    .set(({ eb }) => ({ deleted_at: date, updated_at: date, version: eb('version', '+', 1) }))
    .where(isQuarantined)
    .where('created_at', '<', new Date(now - quarantineDays * oneDayMs).toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
