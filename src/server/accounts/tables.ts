import { type Generated, type Kysely, sql } from 'kysely'
import type { Role, TokenScope } from '../../model/accounts/account.ts'
import type { DatabaseKind } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** Times and truths of these tables: text and 0 or 1 in SQLite, Date and boolean from Postgres. */
type DbTime = string | Date
type DbBoolean = number | boolean

interface Row {
  id: string
  createdAt: DbTime
  updatedAt: DbTime
}

type AccountTables = {
  users: Row & {
    name: string
    surname: string
    username: string
    email: string
    emailVerified: Generated<DbBoolean>
    role: Generated<Role>
    twoFactorEnabled: Generated<DbBoolean | null>
    /** Made with a link of the owner's, or before that was noted. */
    invited: Generated<DbBoolean>
  }
  sessions: Row & {
    userId: string
    token: string
    expiresAt: DbTime
    ipAddress: string | null
    userAgent: string | null
  }
  accounts: Row & { userId: string; accountId: string; providerId: string; password: string | null }
  verifications: Row & { identifier: string; value: string; expiresAt: DbTime }
  two_factors: {
    id: string
    userId: string
    secret: string
    backupCodes: string
    /** Null in rows of earlier versions, which count as verified. */
    verified: DbBoolean | null
    lastUsedStep: number | null
  }
  passkeys: {
    id: string
    userId: string
    name: string | null
    /** COSE key, Base64. */
    publicKey: string
    credentialID: string
    counter: number
    deviceType: string
    backedUp: DbBoolean
    transports: string | null
    createdAt: DbTime | null
    aaguid: string | null
  }
  password_resets: { userId: string; hash: string; expires_at: string }
  api_tokens: {
    id: string
    userId: string
    name: string
    scope: TokenScope
    hash: string
    createdAt: string
    lastUsedAt: string | null
  }
}

/** The same connection or transaction, knowing the tables of accounts. */
export const withAccounts = (kysely: Kysely<Tables>): Kysely<Tables & AccountTables> =>
  kysely.withTables<AccountTables>()

export const isoTime = (time: DbTime): string => new Date(time).toISOString()

/** A time in ms as this database stores and compares it. */
export const dbTime = (kind: DatabaseKind, time: number): DbTime =>
  kind === 'sqlite' ? new Date(time).toISOString() : new Date(time)

/** A truth that both databases take. */
export const dbTrue = sql<boolean>`true`
