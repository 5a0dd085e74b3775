import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

const oneDayMs = 24 * 60 * 60 * 1000
/** So long a held message waits for the owner's verdict. Then it goes to the trash, which keeps it for another thirty days. */
const quarantineDays = 30

/** Held messages without the owner's verdict. */
export const isQuarantined = sql<boolean>`deleted_at is null and status = 'spam' and verdict is null`

/** Moves to the trash what was held for its time. Answers how many messages. */
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
