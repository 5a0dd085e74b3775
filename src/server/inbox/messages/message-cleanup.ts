import { trashDays } from '../../../model/inbox/stored-message.ts'
import type { Database } from '../../db/database.ts'
import { purgeQuarantine } from './quarantine.ts'
import { searchTextOf } from './search-text.ts'

const oneDayMs = 24 * 60 * 60 * 1000

/** Fills in the search text of messages that are older than it, or older than the search in replies. */
const fillSearchText = async ({ kysely }: Database): Promise<void> => {
  for (;;) {
    const rows = await kysely.selectFrom('messages').selectAll().where('search_text', '=', '').limit(200).execute()
    if (rows.length === 0) return
    for (const row of rows)
      await kysely
        .updateTable('messages')
        .set({ search_text: await searchTextOf(kysely, row) })
        .where('id', '=', row.id)
        .execute()
  }
}

/**
 * Deletes messages whose time in the trash is over, with their emails, and moves messages to the trash whose time in quarantine
 * is over. Returns the number of deleted messages.
 */
export const cleanUpMessages = async (database: Database, now: number = Date.now()): Promise<number> => {
  await fillSearchText(database)
  await purgeQuarantine(database, now)
  const { numDeletedRows } = await database.kysely
    .deleteFrom('messages')
    .where('deleted_at', '<', new Date(now - trashDays * oneDayMs).toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
