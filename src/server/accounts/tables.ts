import type { Kysely } from 'kysely'
import type { Role, TokenScope } from '../../model/accounts/account.ts'
import type { Tables } from '../db/tables.ts'

/** As the sign-in library stores times and truths: text and 0 or 1 in SQLite, Date and boolean from Postgres. */
type DbTime = string | Date
type DbBoolean = number | boolean

interface UsersTable {
  id: string
  name: string
  surname: string
  username: string
  email: string
  emailVerified: DbBoolean
  image: string | null
  role: Role
  twoFactorEnabled: DbBoolean | null
  createdAt: DbTime
  updatedAt: DbTime
}

interface SessionsTable {
  id: string
  userId: string
  token: string
  expiresAt: DbTime
  ipAddress: string | null
  userAgent: string | null
  createdAt: DbTime
  updatedAt: DbTime
}

interface CredentialsTable {
  id: string
  userId: string
  accountId: string
  providerId: string
  password: string | null
  createdAt: DbTime
  updatedAt: DbTime
}

interface TwoFactorsTable {
  id: string
  userId: string
  secret: string
  lastUsedStep: number | null
}

interface VerificationsTable {
  id: string
  identifier: string
  value: string
  expiresAt: DbTime
}

interface PasskeysTable {
  id: string
  userId: string
}

interface ApiTokensTable {
  id: string
  userId: string
  name: string
  scope: TokenScope
  hash: string
  createdAt: string
  lastUsedAt: string | null
}

type AccountTables = {
  users: UsersTable
  sessions: SessionsTable
  accounts: CredentialsTable
  verifications: VerificationsTable
  two_factors: TwoFactorsTable
  passkeys: PasskeysTable
  api_tokens: ApiTokensTable
}

/** The same connection or transaction, knowing the tables of accounts. */
export const withAccounts = (kysely: Kysely<Tables>): Kysely<Tables & AccountTables> =>
  kysely.withTables<AccountTables>()

export const isoTime = (time: DbTime): string => new Date(time).toISOString()
