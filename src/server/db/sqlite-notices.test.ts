import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { withAccounts } from '../accounts/tables.ts'
import { journaled } from '../journal/record-change.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-notices-'))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterAll(() => {
  vi.useRealTimers()
  rmSync(dataDir, { recursive: true, force: true })
})

const change = (db: Database) =>
  journaled(db, (_trx, record) =>
    record({ by: 'test', action: 'update', collection: 'settings', before: null, after: null }),
  )

/** Waits until it has looked for what others did: it asks for two things, one after the other, and is answered in order. */
const looked = async ({ kysely }: Database) => {
  for (let asked = 0; asked < 3; asked += 1) await kysely.selectFrom('meta').select('key').execute()
}
/** Lets the second pass after which it looks again. */
const looksAgain = async (database: Database) => {
  vi.advanceTimersByTime(1000)
  await looked(database)
}

it('a change that another process commits is announced once; accounts and one’s own are not', async () => {
  const [here, there] = [await openDatabase({ dataDir }), await openDatabase({ dataDir })]
  let heard = 0
  here.onChange(() => {
    heard += 1
  })
  await looked(here)
  await looksAgain(here)
  expect(heard).toBe(0)

  await change(there)
  await looksAgain(here)
  expect(heard).toBe(1)

  await change(here)
  expect(heard).toBe(2)
  // What is neither in the journal nor a connection.
  const now = new Date().toISOString()
  await withAccounts(there.kysely)
    .insertInto('verifications')
    .values({ id: 'one', identifier: 'one', value: '', expiresAt: now, createdAt: now, updatedAt: now } as never)
    .execute()
  await looksAgain(here)
  expect(heard).toBe(2)

  await change(there)
  await looksAgain(here)
  expect(heard).toBe(3)
  await here.close()
  await there.close()
})

it('a connection that another process saves is announced, and a change of content is not taken for one', async () => {
  const [here, there] = [await openDatabase({ dataDir }), await openDatabase({ dataDir })]
  const heard: string[] = []
  here.onConnections(() => heard.push('connections'))
  here.onChange(() => heard.push('change'))
  await looked(here)
  const row = { kind: 'mail', sealed: 'v1', updated_at: new Date().toISOString() }
  await there.kysely.insertInto('connections').values(row).execute()
  await looksAgain(here)
  expect(heard).toEqual(['connections'])
  await change(there)
  await looksAgain(here)
  expect(heard).toEqual(['connections', 'change'])
  await here.close()
  await there.close()
})
