import { z } from 'zod'
import type { Reader } from '../db/database.ts'
import { readMeta, writeMeta } from '../db/meta.ts'

/** An update that migrated the tables and has taken no write yet: until it does, its backup is the data. */
const pendingUpdate = z.object({
  /** The version that migrated. */
  to: z.string(),
  /** Name of the backup in DATA_DIR/backups. */
  backup: z.string(),
})
export type PendingUpdate = z.infer<typeof pendingUpdate>

export const pendingUpdateKey = 'update not yet accepted'

/** Reads what `notePendingUpdate` wrote; undefined for text of any other form. */
export const parsePendingUpdate = (text: string | undefined): PendingUpdate | undefined => {
  try {
    return text === undefined ? undefined : pendingUpdate.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const readPendingUpdate = async (reader: Reader): Promise<PendingUpdate | undefined> =>
  parsePendingUpdate(await readMeta(reader, pendingUpdateKey))

export const notePendingUpdate = (trx: Reader, pending: PendingUpdate): Promise<void> =>
  writeMeta(trx, pendingUpdateKey, JSON.stringify(pending))

/** Ends the time in which an older version may take the backup back. Comes before the first write. */
export const acceptUpdate = async (reader: Reader): Promise<void> => {
  await reader.deleteFrom('meta').where('key', '=', pendingUpdateKey).execute()
}
