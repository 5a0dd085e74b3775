import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { withAccounts } from '../accounts/tables.ts'
import { noIdTokens } from './first-migrations.ts'
import { noProviderTokens } from './later-migrations.ts'

onEachDatabase('The migration of accounts', (store) => {
  it('takes ID tokens out, later the others as well, and leaves the rest of the account', async () => {
    const { kysely, kind } = store().database
    const db = withAccounts(kysely)
    const at = kind === 'sqlite' ? '2026-11-22T00:00:00.000Z' : new Date('2026-11-22')
    const times = { createdAt: at, updatedAt: at }
    const person = { name: 'G', surname: 'L', username: 'g', email: 'g@people.example', emailVerified: 1 as never }
    await db
      .insertInto('users')
      .values({ id: 'u', ...person, emailVerified: kind === 'sqlite' ? 1 : true, role: 'member', ...times })
      .execute()
    await db
      .insertInto('accounts')
      .values({ id: 'a', userId: 'u', accountId: 'g', providerId: 'google', password: null, ...times })
      .execute()
    await sql`update accounts set "idToken" = 'header.claims.signature', "accessToken" = 'sealed'`.execute(kysely)
    await noIdTokens().up(kysely)
    const { rows } = await sql`select "accountId", "idToken", "accessToken" from accounts`.execute(kysely)
    expect(rows).toEqual([{ accountId: 'g', idToken: null, accessToken: 'sealed' }])
    await noProviderTokens().up(kysely)
    const later = await sql`select "accountId", "accessToken" from accounts`.execute(kysely)
    expect(later.rows).toEqual([{ accountId: 'g', accessToken: null }])
  })
})
