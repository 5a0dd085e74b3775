import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

export const accounts = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, time, truth, no } = schemaOf(db, kind)
    const id = 'text primary key'
    const userId = 'text not null references users (id) on delete cascade'

    await createTable('users', {
      id,
      'name surname username': 'text not null',
      email: 'text not null unique',
      emailVerified: `${truth} default ${no} not null`,
      image: 'text',
      role: "text default 'member' not null check (role in ('owner', 'member'))",
      twoFactorEnabled: `${truth} default ${no}`,
      'createdAt updatedAt': `${time} not null`,
    })
    await createIndex("users_one_owner on users (role) where role = 'owner'", 'unique')
    await createTable('sessions', {
      id,
      userId,
      token: 'text not null unique',
      expiresAt: `${time} not null`,
      'ipAddress userAgent': 'text',
      'createdAt updatedAt': `${time} not null`,
    })
    await createIndex('sessions_user on sessions ("userId")')
    await createTable('accounts', {
      id,
      userId,
      'accountId providerId': 'text not null',
      'accessToken refreshToken idToken': 'text',
      'accessTokenExpiresAt refreshTokenExpiresAt': time,
      'scope password': 'text',
      'createdAt updatedAt': `${time} not null`,
    })
    await createIndex('accounts_user on accounts ("userId")')
    await createIndex('accounts_provider on accounts ("providerId", "accountId")', 'unique')
    await createTable('verifications', {
      id,
      'identifier value': 'text not null',
      'expiresAt createdAt updatedAt': `${time} not null`,
    })
    await createIndex('verifications_identifier on verifications (identifier)')
    await createTable('two_factors', {
      id,
      userId,
      'secret backupCodes': 'text not null',
      verified: truth,
      failedVerificationCount: 'integer',
      lockedUntil: time,
      // Not the library's: the newest 30-second step whose code was accepted, so that none is accepted twice (RFC 6238, section 5.2).
      lastUsedStep: 'integer',
    })
    await createIndex('two_factors_user on two_factors ("userId")')
    await createTable('passkeys', {
      id,
      userId,
      name: 'text',
      'publicKey credentialID': 'text not null',
      counter: 'integer not null',
      deviceType: 'text not null',
      backedUp: `${truth} not null`,
      transports: 'text',
      createdAt: time,
      aaguid: 'text',
    })
    await createIndex('passkeys_user on passkeys ("userId")')
    await createIndex('passkeys_credential on passkeys ("credentialID")', 'unique')
    await createTable('api_tokens', {
      id,
      userId,
      name: 'text not null',
      scope: "text not null check (scope in ('read', 'write'))",
      hash: 'text not null unique',
      createdAt: 'text not null',
      lastUsedAt: 'text',
    })
  },
})
