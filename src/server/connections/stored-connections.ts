import type { ConnectionKind, EmailjsInput, SmtpInput } from '../../model/connections/connection.ts'
import type { Reader } from '../db/database.ts'
import type { Sealer } from '../process/sealed-text.ts'

/** Values of the screen's forms. */
export type StoredMail = (SmtpInput & { password: string }) | (EmailjsInput & { privateKey: string })
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
export const sealingPurpose = 'connections'

interface ConnectionRow {
  kind: string
  sealed: string
  updated_at: string
}

export const readConnectionRows = (reader: Reader): Promise<ConnectionRow[]> =>
  reader.selectFrom('connections').selectAll().orderBy('kind').execute()

/** Opens the rows. Never throws for one that cannot be read: the site works without it. */
export const openConnections = async (rows: readonly ConnectionRow[], sealer: Sealer): Promise<StoredConnections> => {
  const open = async <T>(kind: ConnectionKind): Promise<Stored<T> | undefined> => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) return undefined
    const text = await sealer.open(kind, row.sealed)
    return { savedAt: row.updated_at, values: text === undefined ? undefined : (JSON.parse(text) as T) }
  }
  const [mail, google] = [await open<StoredMail>('mail'), await open<StoredGoogle>('google')]
  return { ...(mail ? { mail } : {}), ...(google ? { google } : {}) }
}
