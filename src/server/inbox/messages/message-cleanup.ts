import { trashDays } from '../../../model/inbox/stored-message.ts'
import type { Database } from '../../db/database.ts'
import { purgeQuarantine } from './quarantine.ts'
import { searchTextOf } from './search-text.ts'

const oneDayMs = 24 * 60 * 60 * 1000

/** Messages from before they could be searched, or from before their replies could, have no words yet. */
const fillSearchText = async ({ kysely }: Database): Promise<void> => {
  for (;;) {
    const rows = await kysely.selectFrom('messages').selectAll().where('words', '=', '').limit(200).execute()
    if (rows.length === 0) return
    for (const row of rows)
      await kysely
        .updateTable('messages')
        .set({ words: await searchTextOf(kysely, row) })
        .where('id', '=', row.id)
        .execute()
  }
}

/**
 * Deletes for good what has been in the trash for its time, with its e-mails, and moves to the trash what was held as spam for
 * its time. Answers how many messages were deleted.
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
