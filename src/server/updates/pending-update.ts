import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { z } from 'zod'
import type { Database, Reader } from '../db/database.ts'
import { readMeta, writeMeta } from '../db/meta.ts'
import { ConfigError } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { programVersion } from '../process/program-version.ts'
import { siteFlaws } from './site-flaws.ts'

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

const timeoutMs = 20_000

/**
 * Checks, when tables were just migrated from a backup, that this version serves the content, and accepts the update then. Nobody else can
 * reach the server before. Throws `ConfigError` when it does not: the version before takes the data back.
 */
export const checkUpdate = async (
  { db, log }: { db: Database; log: Log },
  server: { attach(socket: Socket): void },
): Promise<void> => {
  if ((await readPendingUpdate(db.kysely)) === undefined) return
  // Reachable by nobody who does not guess the port within a moment.
  const inner = createServer((socket) => server.attach(socket)).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const { port } = inner.address() as AddressInfo
  const flaws = await siteFlaws('127.0.0.1', port, AbortSignal.timeout(timeoutMs)).catch((error: Error) => [
    error.message,
  ])
  inner.close()
  if (flaws.length > 0)
    throw new ConfigError([
      `After the update to Vitrine ${programVersion} the site is not served as it should be; no visit was let in and nothing was written.`,
      ...flaws,
      'Start the version from before: it takes back the data as it was.',
    ])
  await acceptUpdate(db.kysely)
  log.info('Update checked and accepted', { version: programVersion })
}
