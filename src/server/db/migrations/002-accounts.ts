import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'

/** The tables of the sign-in library, with its column names, and the API tokens. */
export const accounts = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const sqlite = kind === 'sqlite'
    const time = sqlite ? sql`text` : sql`timestamptz`
    const truth = sqlite ? sql`integer` : sql`boolean`
    const no = sqlite ? sql`0` : sql`false`
    const table = (name: string) => {
      const builder = db.schema.createTable(name).addColumn('id', 'text', (c) => c.primaryKey())
      return sqlite ? builder.modifyEnd(sql`strict`) : builder
    }
    const ofUser = (name: string) =>
      table(name).addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))

    await table('users')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('surname', 'text', (c) => c.notNull())
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('emailVerified', truth, (c) => c.notNull().defaultTo(no))
      .addColumn('image', 'text')
      .addColumn('role', 'text', (c) => c.notNull().defaultTo('member').check(sql`role in ('owner', 'member')`))
      .addColumn('twoFactorEnabled', truth, (c) => c.defaultTo(no))
      .addColumn('createdAt', time, (c) => c.notNull())
      .addColumn('updatedAt', time, (c) => c.notNull())
      .execute()
    // At most one owner, however many claim the site at once.
    await db.schema
      .createIndex('users_one_owner')
      .unique()
      .on('users')
      .column('role')
      .where('role', '=', 'owner')
      .execute()

    await ofUser('sessions')
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('expiresAt', time, (c) => c.notNull())
      .addColumn('ipAddress', 'text')
      .addColumn('userAgent', 'text')
      .addColumn('createdAt', time, (c) => c.notNull())
      .addColumn('updatedAt', time, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('userId').execute()

    await ofUser('accounts')
      .addColumn('accountId', 'text', (c) => c.notNull())
      .addColumn('providerId', 'text', (c) => c.notNull())
      .addColumn('accessToken', 'text')
      .addColumn('refreshToken', 'text')
      .addColumn('idToken', 'text')
      .addColumn('accessTokenExpiresAt', time)
      .addColumn('refreshTokenExpiresAt', time)
      .addColumn('scope', 'text')
      .addColumn('password', 'text')
      .addColumn('createdAt', time, (c) => c.notNull())
      .addColumn('updatedAt', time, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('accounts_user').on('accounts').column('userId').execute()
    await db.schema
      .createIndex('accounts_provider')
      .unique()
      .on('accounts')
      .columns(['providerId', 'accountId'])
      .execute()

    await table('verifications')
      .addColumn('identifier', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('expiresAt', time, (c) => c.notNull())
      .addColumn('createdAt', time, (c) => c.notNull())
      .addColumn('updatedAt', time, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('verifications_identifier').on('verifications').column('identifier').execute()

    await ofUser('two_factors')
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('backupCodes', 'text', (c) => c.notNull())
      .addColumn('verified', truth)
      .addColumn('failedVerificationCount', 'integer')
      .addColumn('lockedUntil', time)
      // Not the library's: the newest 30-second step whose code was accepted, so that none is accepted twice (RFC 6238, section 5.2).
      .addColumn('lastUsedStep', 'integer')
      .execute()
    await db.schema.createIndex('two_factors_user').on('two_factors').column('userId').execute()

    await ofUser('passkeys')
      .addColumn('name', 'text')
      .addColumn('publicKey', 'text', (c) => c.notNull())
      .addColumn('credentialID', 'text', (c) => c.notNull())
      .addColumn('counter', 'integer', (c) => c.notNull())
      .addColumn('deviceType', 'text', (c) => c.notNull())
      .addColumn('backedUp', truth, (c) => c.notNull())
      .addColumn('transports', 'text')
      .addColumn('createdAt', time)
      .addColumn('aaguid', 'text')
      .execute()
    await db.schema.createIndex('passkeys_user').on('passkeys').column('userId').execute()
    await db.schema.createIndex('passkeys_credential').unique().on('passkeys').column('credentialID').execute()

    await ofUser('api_tokens')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('scope', 'text', (c) => c.notNull().check(sql`scope in ('read', 'write')`))
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('createdAt', 'text', (c) => c.notNull())
      .addColumn('lastUsedAt', 'text')
      .execute()
  },
})
