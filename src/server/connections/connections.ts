import type { ConnectionKind, SmtpInput } from '../../model/connections/connection.ts'
import { Invalid, NotFound } from '../../model/errors.ts'
import { keysOf, originOf, type ServiceKind, type ServiceOrigins } from '../../model/inbox/mail-services.ts'
import type { Database, Reader } from '../db/database.ts'
import type { Query } from '../db/migrate.ts'
import { readOnly } from '../db/read-only.ts'
import { findSecret } from '../db/secret.ts'
import { chosenService, type MailConnection } from '../mail/set-up.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { createSealer, type Sealer } from '../process/sealed-text.ts'

export type GoogleConnection = NonNullable<Config['google']>

interface ConnectionsInUse {
  mail: MailConnection
  google: GoogleConnection | undefined
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The URL of a mail server as `SMTP_URL` has it. */
const smtpUrl = ({ host, port, encryption, user, password = '' }: Extract<StoredMail, { kind: 'smtp' }>): string => {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const options = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' }
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${login}${bracketed(host)}:${port}/${options[encryption]}`
}

/** Stored values as the environment would give them; `origins` are places of services that are not the usual ones. */
export const mailOf = (stored: StoredMail, origins: ServiceOrigins): MailConnection => {
  const to = stored.to || undefined
  if (stored.kind === 'smtp') return { source: 'saved', to, smtp: { url: smtpUrl(stored), from: stored.from } }
  const known = new Map(Object.entries(stored))
  const keys = keysOf(stored.kind).map(([name]) => [name, known.get(name) || undefined])
  const setUp = { ...Object.fromEntries(keys), origin: originOf(stored.kind, origins) }
  return { source: 'saved', to, smtp: undefined, [stored.kind]: setUp }
}

export const googleOf = (stored: StoredGoogle, issuer: string): GoogleConnection => ({ ...stored, issuer })

/** What the environment sets; undefined when that is nothing. */
const mailSetBy = (config: Config): MailConnection | undefined => {
  if (config.smtp) return { source: 'environment', smtp: config.smtp }
  const { kind, setUp } = chosenService(config) ?? {}
  return kind && { source: 'environment', smtp: undefined, [kind]: setUp }
}

/** Connections in use: those of the environment first. */
export const connectionsInUse = (config: Config, stored: StoredConnections): ConnectionsInUse => {
  const { google, googleIssuer, serviceOrigins } = config
  const saved = stored.mail?.values
  const none: MailConnection = { source: null, smtp: undefined }
  return {
    mail: mailSetBy(config) ?? (saved ? mailOf(saved, serviceOrigins) : none),
    google: google ?? (stored.google?.values && googleOf(stored.google.values, googleIssuer)),
  }
}

/** The variables that set a connection. */
export const variablesOf = (config: Config) => ({
  mail: config.smtp ? ['SMTP_URL', 'MAIL_FROM'] : serviceVariablesOf(config),
  google: config.google ? ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] : [],
})

const serviceVariablesOf = (config: Config): string[] => {
  const { kind, setUp } = chosenService(config) ?? {}
  const given = new Map(Object.entries(setUp ?? {}))
  return kind ? keysOf(kind).flatMap(([name, { variable }]) => (given.get(name) ? [variable] : [])) : []
}

/** Values of the screen's forms. */
export type StoredMail = (SmtpInput & { password: string }) | StoredService
/** Keys by their names; a secret that is not stored is empty. */
export type StoredService = { kind: ServiceKind; to?: string | undefined } & { [key: string]: string | undefined }
export interface StoredGoogle {
  clientId: string
  clientSecret: string
}

export type StoredAs<K extends ConnectionKind> = K extends 'mail' ? StoredMail : StoredGoogle

export interface Stored<T> {
  savedAt: string
  /** Undefined when it was saved with another secret of the server. */
  values: T | undefined
}

export interface StoredConnections {
  mail?: Stored<StoredMail>
  google?: Stored<StoredGoogle>
}

/** Purpose of the key that seals connections. */
const sealingPurpose = 'connections'

interface ConnectionRow {
  kind: string
  sealed: string
  updated_at: string
}

const readConnectionRows = (reader: Reader): Promise<ConnectionRow[]> =>
  reader.selectFrom('connections').selectAll().orderBy('kind').execute()

/** Opens the rows. Never throws for one that cannot be read: the site works without it. */
const openConnections = async (rows: readonly ConnectionRow[], sealer: Sealer): Promise<StoredConnections> => {
  const open = async <T>(kind: ConnectionKind): Promise<Stored<T> | undefined> => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) return undefined
    const text = await sealer.open(kind, row.sealed)
    return { savedAt: row.updated_at, values: text === undefined ? undefined : (JSON.parse(text) as T) }
  }
  const [mail, google] = [await open<StoredMail>('mail'), await open<StoredGoogle>('google')]
  return { ...(mail ? { mail } : {}), ...(google ? { google } : {}) }
}

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

const read = async (config: Config, query: Query) => {
  const [meta] = await query("select value from meta where key = 'secret auth'")
  const secret = config.authSecret ?? (await findSecret(meta && String(meta.value), config.dataDir, 'auth'))
  const rows = await query('select kind, sealed, updated_at from connections')
  const found = rows.map(({ kind, sealed, updated_at }) => ({
    kind: String(kind),
    sealed: String(sealed),
    updated_at: String(updated_at),
  }))
  // Without a secret nothing was sealed by this server.
  return openConnections(
    found,
    createSealer(async () => secret ?? '', sealingPurpose),
  )
}

/** Connections of a store, without changing anything in it. */
export const inspectConnections = (config: Config): Promise<StoredConnections> =>
  readOnly(config, (query) => read(config, query))
