import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { withAccounts } from './tables.ts'
import { createUsers } from './users.ts'

onEachDatabase('The list of users', (store) => {
  it('comes in pages, each account once, also when several were made at one time', async () => {
    const { database } = store()
    const sqlite = database.kind === 'sqlite'
    const at = (n: number) => {
      const iso = new Date(Date.UTC(2026, 10, 22, 0, 0, Math.floor(n / 3))).toISOString()
      return sqlite ? iso : new Date(iso)
    }
    const rows = Array.from({ length: 53 }, (_, n) => ({
      ...{ id: `u${String(n).padStart(2, '0')}`, name: `N${n}`, surname: 'S', username: `n${n}` },
      ...{ email: `n${n}@people.example`, emailVerified: sqlite ? 0 : false, role: 'member' as const },
      ...{ createdAt: at(n), updatedAt: at(n) },
    }))
    await withAccounts(database.kysely).insertInto('users').values(rows).execute()
    const users = createUsers(database)
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const page = await users.list({ cursor, limit: cursor === undefined ? undefined : 2 })
      seen.push(...page.users.map(({ id }) => id))
      sizes.push(page.users.length)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(sizes).toEqual([50, 2, 1])
    expect(seen).toEqual(rows.map(({ id }) => id))
    for (const made of ['x', `${new Date().toISOString()} '; --`, 'T Z'])
      await expect(users.list({ cursor: made })).rejects.toMatchObject({ code: 'invalid' })
  })
})
