import type { Kysely } from 'kysely'
import type { Role, TokenScope } from '../../model/accounts/account.ts'
import type { Tables } from '../db/tables.ts'

/** As the sign-in library stores times and truths: text and 0 or 1 in SQLite, Date and boolean from Postgres. */
type Time = string | Date
type Truth = number | boolean

interface UsersTable {
  id: string
  name: string
  surname: string
  username: string
  email: string
  emailVerified: Truth
  image: string | null
  role: Role
  twoFactorEnabled: Truth | null
  createdAt: Time
  updatedAt: Time
}

interface SessionsTable {
  id: string
  userId: string
  token: string
  expiresAt: Time
  ipAddress: string | null
  userAgent: string | null
  createdAt: Time
  updatedAt: Time
}

interface CredentialsTable {
  id: string
  userId: string
  accountId: string
  providerId: string
  password: string | null
  createdAt: Time
  updatedAt: Time
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
  expiresAt: Time
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

export const isoTime = (time: Time): string => new Date(time).toISOString()
