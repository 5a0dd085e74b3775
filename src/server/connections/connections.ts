import type { ConnectionKind } from '../../model/connections/connection.ts'
import { Invalid, NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { createSealer } from '../process/sealed-text.ts'
import { connectionsInUse, variablesOf } from './in-use.ts'
import {
  openConnections,
  readConnectionRows,
  type StoredAs,
  type StoredConnections,
  sealingPurpose,
} from './stored-connections.ts'

/** The former object as long as it holds the same: what is open stays open. */
const unchanged = <T>(before: T, next: T): T => (JSON.stringify(before) === JSON.stringify(next) ? before : next)

/**
 * Email and sign-in providers, from the environment or set up on the screen. Those of the screen are stored encrypted and never leave the
 * server again. A change takes effect at once, in every process.
 */
export const createConnections = (parts: {
  config: Config
  database: Database
  readSecret: () => Promise<string>
  log: Log
}) => {
  const { config, database, log } = parts
  const sealer = createSealer(parts.readSecret, sealingPurpose)
  const listeners = new Set<() => void>()
  let stored: StoredConnections = {}
  let inUse = connectionsInUse(config, stored)
  let reading = Promise.resolve()

  const read = async () => {
    const before = stored
    stored = await openConnections(await readConnectionRows(database.kysely), sealer)
    if (JSON.stringify(stored) === JSON.stringify(before)) return
    const next = connectionsInUse(config, stored)
    inUse = { mail: unchanged(inUse.mail, next.mail), google: unchanged(inUse.google, next.google) }
    for (const [kind, one] of Object.entries(stored))
      if (one.values === undefined)
        log.warn('A connection cannot be read with this AUTH_SECRET and has to be entered again', { connection: kind })
    for (const listener of listeners) listener()
  }

  /** Reads what is stored; one after the other, so that the last one reads the newest. */
  const load = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read)
    return reading
  }
  const stopListening = database.onConnections(() => {
    load().catch((error: unknown) => log.warn('Connections could not be read', { reason: String(error) }))
  })

  return {
    /** Reads what was set up on the screen. Await it before the first request. */
    load,
    mail: () => inUse.mail,
    google: () => inUse.google,
    stored: () => stored,
    /** Calls back after each change, here or in another process. */
    onChange: (listener: () => void) => {
      listeners.add(listener)
    },

    /** Throws `Invalid` when the environment sets this connection. */
    refuseIfSet: (kind: ConnectionKind): void => {
      const names = variablesOf(config)[kind]
      if (names.length > 0)
        throw new Invalid({}, `This is set by ${names.join(', ')}. Change it there, and restart the site.`)
    },

    /** Replaces a connection. */
    save: async <K extends ConnectionKind>(kind: K, values: StoredAs<K>): Promise<void> => {
      const sealed = await sealer.seal(kind, JSON.stringify(values))
      const row = { sealed, updated_at: new Date().toISOString() }
      await database.transaction(async (trx) => {
        await trx
          .insertInto('connections')
          .values({ kind, ...row })
          .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
          .execute()
        await database.announceConnections(trx)
      })
      await load()
    },

    /** Throws `NotFound`. */
    remove: async (kind: ConnectionKind): Promise<void> => {
      await database.transaction(async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom('connections').where('kind', '=', kind).executeTakeFirst()
        if (numDeletedRows === 0n) throw new NotFound('connection', kind)
        await database.announceConnections(trx)
      })
      await load()
    },

    close: stopListening,
  }
}

export type ConnectionStore = ReturnType<typeof createConnections>
