import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findPostgres, type PostgresServer, startPostgres } from '../../tests/support/postgres.ts'
import { type Check, Skipped } from '../check.ts'
import { buildVersion } from '../support/built-version.ts'
import { atLeast, none } from '../support/figures.ts'
import { fillSite } from '../support/fill-site.ts'
import { person, startAgain, startOwned } from '../support/owned-product.ts'
import { missingFrom, readWholeSite } from '../support/whole-site.ts'

/** Commits of this project, oldest first, each with tables or fields that the one before had not. */
const versions: { commit: string; database: 'sqlite' | 'postgres' }[] = [
  { commit: 'ed79dfa', database: 'sqlite' },
  { commit: '03b4a75', database: 'postgres' },
  { commit: 'ef781d2', database: 'sqlite' },
  { commit: '045ad00', database: 'sqlite' },
  { commit: '0c80008', database: 'sqlite' },
  { commit: '7870dc1', database: 'postgres' },
  { commit: 'a807ec4', database: 'sqlite' },
  { commit: '246ef8c', database: 'sqlite' },
  { commit: '2d7b250', database: 'postgres' },
  { commit: '810133c', database: 'sqlite' },
  { commit: 'db94fa0', database: 'sqlite' },
]

/** Fills a site of that version, opens it with this one; returns what is missing, and how much there was. */
const carryOver = async (checkout: string, dataDir: string, env: Record<string, string>) => {
  const older = await startOwned({ empty: false, checkout, dataDir, env })
  const before = await fillSite(older)
    .then(() => readWholeSite(older))
    .finally(older.stop)
  const now = await startAgain(older.cookie, { empty: false, dataDir, env })
  try {
    const missing = missingFrom(await readWholeSite(now), before)
    now.cookie = await now.signIn(person('Olga').email)
    if ((await now.own('GET', '/api/settings')).status !== 200) missing.push('the account')
    return { missing, parts: before.entries.size + before.files.size + before.messages.length + before.changes }
  } finally {
    await now.stop()
  }
}

const createDatabase = async (server: PostgresServer, name: string) => {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  await client.query(`create database "${name}"`)
  await client.end()
}

/** Data of older versions, made by their own builds. */
export const olderVersions: Check = {
  name: 'older-versions',
  kind: 'fault',
  long: true,
  promise:
    'Data that eleven older versions wrote, three of them on Postgres, open in this one: each entry, draft, file, message, change and setting is there, the page has its texts, the owner is still signed in and can sign in again.',
  run: async ({ folder }) => {
    const bin = findPostgres()
    if (!bin) throw new Skipped('It takes Postgres (initdb and postgres), which is not on this machine.')
    const server = await startPostgres(bin)
    const lost: string[] = []
    let parts = 0
    try {
      for (const { commit, database } of versions) {
        const checkout = path.join(folder, commit)
        buildVersion(commit, checkout)
        if (database === 'postgres') await createDatabase(server, commit)
        // The first versions want a host beside the folder of the socket, which counts.
        const url = server.url(commit).replace('@/', '@localhost/')
        const env = database === 'postgres' ? { DATABASE_URL: url } : {}
        const of = await carryOver(checkout, path.join(folder, `${commit}-data`), env)
        lost.push(...of.missing.map((one) => `${commit}: ${one}`))
        parts += of.parts
        rmSync(checkout, { recursive: true })
      }
    } finally {
      await server.stop()
    }
    return [
      atLeast('older versions', versions.length, 10),
      atLeast('entries, files, messages and changes they held', parts, 1000),
      none('missing in this version', lost),
    ]
  },
}
