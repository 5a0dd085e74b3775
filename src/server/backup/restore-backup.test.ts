import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases, putMigratedStore, type TestPlace, type TestStore } from '../../../tests/support/databases.ts'
import { everythingIn, fillStore } from '../../../tests/support/full-store.ts'
import { madeByAnOlderVersion, sealUncompressed } from '../../../tests/support/old-backup.ts'
import { thorough } from '../../../tests/support/thorough.ts'
import { examples } from '../../model/content/examples.ts'
import { newCvVariantSchema } from '../../model/cv/variant.ts'
import { createHandOverLinks } from '../accounts/claims.ts'
import { restoredKey } from '../accounts/new-devices.ts'
import { createEntries } from '../content/entries.ts'
import { createCvVariants } from '../cv/variants.ts'
import { openDatabase } from '../db/open.ts'
import { backupFolder } from '../process/private-files.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { seal, unseal } from './sealed-file.ts'
import { refuseConnected } from './stored-tables.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [skill] = examples.skills
if (!skill) throw new Error('The examples are gone.')

for (const kind of databases)
  describe.skipIf(!kind.available)(`A restore on ${kind.name}`, () => {
    let source: TestStore
    let target: TestStore
    // Decided by the file alone, before anything is written: once is enough.
    const ofFile = (title: string, run: () => Promise<void>) => {
      if (kind.name === 'SQLite' || thorough) it(title, run)
    }
    // On Postgres, files go into a folder all the same.
    const placed = ({ options }: TestStore, name: string) =>
      options.databaseUrl === undefined ? options : { ...options, dataDir: path.join(folder, name) }
    let into: TestPlace['options']
    let file: string
    beforeAll(async () => {
      source = await kind.create()
      const entries = createEntries(source.database)
      for (let n = 0; n < 3; n += 1) await entries.create('skills', { ...skill, name: `Skill ${n}` }, { by: 'owner' })
      file = (await makeBackup(placed(source, ''), { to: path.join(folder, `${kind.name}.backup`) })).file
      target = await kind.create()
      into = placed(target, 'into')
      await createEntries(target.database).create('skills', { ...skill, name: 'Present' }, { by: 'owner' })
      await target.database.close()
    })
    afterAll(async () => {
      await source.remove()
      await target.remove()
    })

    const everything = async () => {
      const database = await openDatabase(into)
      return everythingIn(database).finally(() => database.close())
    }
    const names = async () =>
      ((await everything()).entries ?? []).map((line) => /Skill \d|Present/.exec(line)?.[0]).sort()
    const refuses = async (given: string, why: RegExp, options = {}) => {
      const before = await everything()
      await expect(restoreBackup(given, into, options)).rejects.toThrow(why)
      expect(await everything()).toEqual(before)
      expect(readdirSync(into.dataDir).filter((name) => name.includes('.part'))).toEqual([])
    }
    /** The same backup with something done to its database. */
    const altered = async (name: string, sql: string, options = {}) => {
      const copy = path.join(folder, `${kind.name} ${name}`)
      const description = await unseal(file, copy)
      const database = new DatabaseSync(copy, { enableForeignKeyConstraints: false, ...options })
      database.exec(sql)
      database.close()
      await seal(copy, description)
      return copy
    }

    it('is refused where there is a site, until forced', () => refuses(file, /There is a site .*--force/))

    it('is refused while the site runs', async () => {
      const running = await openDatabase(into)
      await running.kysely.selectFrom('meta').selectAll().execute()
      await refuses(file, /The site is running/, { force: true })
      await running.close()
    })

    if (kind.name === 'Postgres')
      it('waits for a connection of the site that is being closed', async () => {
        const closing = await openDatabase(into)
        const asked = refuseConnected(into.databaseUrl as string)
        await vi.waitUntil(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity where application_name = 'vitrine restore'`.execute(
            closing.kysely,
          )
          return rows.length > 0
        }, 20_000)
        await closing.close()
        await asked
      })

    ofFile('is refused from a newer version, and from a store whose parts do not fit', async () => {
      const newer = await altered('newer', "insert into kysely_migration values ('999-later', '')")
      await refuses(newer, /A newer Vitrine made .*999-later/, { force: true })
      const astray = await altered(
        'astray',
        "insert into blobs values ('x', 'no such medium', 'image/png', 1, x'00', null)",
      )
      await refuses(astray, /made of a damaged store/, { force: true })
    })

    ofFile('is refused with anything that no version made, such as a trigger, and names it', async () => {
      const before = await everything()
      const doctored: [found: string[], ...statements: string[]][] = [
        [
          ['trigger back', 'view x??2J', 'view kysely_migration'],
          "create trigger back after delete on api_tokens begin insert into meta values ('a', old.name); end",
          'create view "x\u001b[2J" as select 1',
          'drop table kysely_migration; create view kysely_migration as select 1 as name',
        ],
        [
          ['index entries_place', 'index many', 'table meta', 'table more', 'pragma user_version'],
          'drop index entries_place; create index entries_place on entries (id)',
          'create index many on meta (length(value))',
          "alter table meta add column more text generated always as (key || 'x') virtual",
          'create table more (id text)',
          'pragma user_version = 7',
        ],
        [
          ['table meta', 'index entries_place'],
          "pragma writable_schema = on; update sqlite_schema set sql = replace(sql, ' strict', '') where name = 'meta'",
          'drop index entries_place',
        ],
      ]
      for (const [found, ...statements] of doctored) {
        const given = await altered('doctored', statements.join(';'), { defensive: false })
        const outcome = await restoreBackup(given, into, { force: true }).then(() => 'restored', String)
        const [, named] =
          /doctored has what no version of Vitrine makes, or lacks what each has: (.*?)\./.exec(outcome) ?? []
        expect(named?.split(', ').toSorted(), outcome).toEqual(found.toSorted())
        rmSync(given)
      }
      expect(await everything()).toEqual(before)
      expect(readdirSync(into.dataDir).filter((name) => name.includes('.part'))).toEqual([])
    })

    it('replaces everything when forced, keeps what was there, and brings that back', async () => {
      const restored = await restoreBackup(file, into, { force: true })
      expect(await names()).toEqual(['Skill 0', 'Skill 1', 'Skill 2'])
      expect(path.dirname(restored.before ?? '')).toBe(backupFolder(into.dataDir))
      await restoreBackup(restored.before as string, into, { force: true })
      expect(await names()).toEqual(['Present'])
    })

    // On SQLite the last step is to rename one file.
    if (kind.name === 'Postgres')
      it('leaves everything as it was when it fails half-way', async () => {
        const bad = await altered('late', 'update changes set actor = char(0)')
        await refuses(bad, /invalid byte sequence/, { force: true })
        expect(await names()).toEqual(['Present'])
      })

    ofFile('brings a backup of an older version up to date', async () => {
      const older = path.join(folder, `${kind.name} older`)
      const description = await unseal(file, older)
      await madeByAnOlderVersion(older, '005-renditions')
      sealUncompressed(older, { ...description, format: 1 })
      await restoreBackup(older, into, { force: true })
      expect(await names()).toEqual(['Skill 0', 'Skill 1', 'Skill 2'])
    })

    ofFile('ends tokens, sessions and links that may have been revoked since, and names them', async () => {
      const full = await kind.create()
      const place = placed(full, '')
      await fillStore(full, undefined, place.dataDir)
      await createHandOverLinks(full.database).create({ userId: 'somebody', proof: async () => true })
      const variant = newCvVariantSchema.parse({ name: 'acme' })
      const { link } = await createCvVariants(full.database).create(variant, { by: 'owner' })
      const { file: made } = await makeBackup(place, { to: path.join(folder, `${kind.name} full.backup`) })
      // As one of an older version, which left sessions in.
      const copy = path.join(folder, `${kind.name} with a session`)
      const description = await unseal(made, copy)
      const database = new DatabaseSync(copy)
      const at = '2026-11-22T00:00:00.000Z'
      database.exec(
        `insert into sessions (id, userId, token, expiresAt, createdAt, updatedAt)
         select 's', id, 't', '2027-01-01T00:00:00.000Z', '${at}', '${at}' from users limit 1`,
      )
      database.close()
      await seal(copy, description)
      const { ended, warnings } = await restoreBackup(copy, into, { force: true })
      expect(ended).toEqual({ sessions: 1, tokens: 1, handOverLinks: 1 })
      expect(warnings.slice(0, 3)).toEqual([
        expect.stringContaining('1 session, 1 API token, 1 hand-over link'),
        expect.stringContaining('Variants of the CV that are shown by link have new links.'),
        expect.stringContaining('A script'),
      ])
      expect(warnings[3]).toContain('Passwords are those of')
      const { sessions, api_tokens, users, meta, cv_variants } = await everything()
      expect([cv_variants?.length, cv_variants?.join().includes(link)]).toEqual([1, false])
      expect([sessions, api_tokens, users?.length]).toEqual([[], [], 1])
      expect(meta?.filter((line) => line.includes('hand-over'))).toEqual([])
      expect(meta?.filter((line) => line.includes(restoredKey))).toHaveLength(1)
      await full.remove()
    })

    ofFile('says whose secret is missing', async () => {
      const { warnings } = await restoreBackup(
        file,
        { ...into, authSecret: 'a secret of another place, long enough' },
        { force: true },
      )
      expect(warnings).toEqual([expect.stringContaining('AUTH_SECRET')])
    })
  })

describe('A restore over a SQLite file that cannot be read', () => {
  it('moves it aside and takes its place when forced', async () => {
    const [sqlite] = databases
    const source = await (sqlite as (typeof databases)[number]).create()
    await createEntries(source.database).create('skills', skill, { by: 'owner' })
    const { file } = await makeBackup(source.options)
    const dataDir = path.join(folder, 'unreadable')
    await putMigratedStore(dataDir)
    const store = path.join(dataDir, 'vitrine.db')
    truncateSync(store, 4096)
    writeFileSync(store, 'x'.repeat(4096))
    await expect(restoreBackup(file, { dataDir })).rejects.toThrow(/--force/)
    await restoreBackup(file, { dataDir }, { force: true })
    expect(readdirSync(backupFolder(dataDir)).map((name) => name.replace(/\d.*Z/, '…'))).toEqual(['damaged-….db'])
    const database = await openDatabase({ dataDir })
    expect((await createEntries(database).list('skills', { limit: 9 })).entries).toHaveLength(1)
    await database.close()
    await source.remove()
  })
})
