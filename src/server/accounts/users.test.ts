import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { withAccounts } from './tables.ts'
import { createUser, createUsers, makeOwner } from './users.ts'

onEachDatabase('The list of users', (store, kind) => {
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

  it.skipIf(kind.name === 'SQLite')('loses nobody who becomes the owner while the account is deleted', async () => {
    const { database } = store()
    const users = createUsers(database)
    const person = { name: 'Hedy', surname: 'Example', username: 'hedy', email: 'hedy@people.example' }
    const id = (await createUser(database.kysely, person)) as string
    const [made, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const handingOver = database.transaction(async (trx) => {
      await makeOwner(trx, id)
      made.resolve()
      await gate.promise
    })
    await made.promise
    const removed = users.remove(id).catch((error: unknown) => error)
    const locks = async () =>
      (
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          database.kysely,
        )
      ).rows
    await expect.poll(locks).toHaveLength(1)
    gate.resolve()
    await handingOver
    expect(await removed).toMatchObject({ code: 'invalid' })
    expect(await users.find(id)).toMatchObject({ role: 'owner' })
  })
})
