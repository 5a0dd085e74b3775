import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { searchedStore } from '../../../tests/support/searched-store.ts'
import { sweepLeftovers } from '../backup/backup-folder.ts'
import { noteErased, readErased } from '../backup/erased.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { openDatabase } from '../db/open.ts'
import { readConfig } from '../process/config.ts'
import { backupFolder } from '../process/private-files.ts'
import { importCommand } from '../transfer/import-command.ts'

const traces = ['erika@gone.example', 'Quillfeather', 'a lighthouse keeper']
const store = searchedStore(traces)
const { foundIn, ofStore } = store
let dataDir: string
beforeEach(() => {
  dataDir = store.dataDir()
})
const start = async () => {
  const { app, owner, stop } = await store.start()
  const write = async (more: object = {}) => {
    const message = {
      user_name: 'Erika Quillfeather',
      user_email: traces[0],
      message: 'I am a lighthouse keeper.',
      ...more,
    }
    const { status, body } = await app.browser().post('/api/messages', message)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id as string
  }
  const erase = () => owner.post('/api/people/erasures', { email: traces[0] })
  return { app, owner, write, erase, stop }
}

it('an erased person is gone from every file of the store, at once and after a stop', async () => {
  const site = await start()
  for (let n = 0; n < 20; n += 1) {
    const id = await site.write({
      message: `I am a lighthouse keeper, and wrote ${n} times. ${'Storm and tide. '.repeat(n * 10)}`,
    })
    await site.owner.send('PATCH', `/api/messages/${id}`, { label: n % 2 ? 'spam' : 'wanted' })
  }
  await site.write({ user_name: 'Otto', user_email: 'otto@here.example', message: 'I stay.' })
  expect(foundIn(ofStore()).length).toBeGreaterThan(20)
  expect((await site.erase()).status).toBe(200)
  expect(foundIn(ofStore())).toEqual([])
  await site.stop()
  expect(foundIn(ofStore())).toEqual([])
})

it('a person who was erased before deletions were thorough is gone after the first start', async () => {
  const site = await start()
  await site.write()
  await site.stop()
  const file = path.join(dataDir, 'vitrine.db')
  const old = new DatabaseSync(file)
  old.exec('pragma secure_delete = off; delete from messages; delete from deliveries; pragma user_version = 0')
  old.exec('create table big (bytes blob); insert into big values (zeroblob(20000000)); drop table big')
  old.exec('create table big (bytes blob); insert into big values (zeroblob(20000000))')
  old.close()
  expect(foundIn(ofStore()).length).toBeGreaterThan(0)
  const made = new Set<string | null>()
  const watcher = watch(dataDir, (_, name) => made.add(name))
  await (await openDatabase({ dataDir })).close()
  // SQLite's own name for a temporary file. Elsewhere it may lie in memory.
  await expect.poll(() => [...made].filter((name) => name?.startsWith('etilqs_')).length).toBeGreaterThan(0)
  watcher.close()
  expect(foundIn(ofStore())).toEqual([])
})

it('an erased person stays erased in a restore, which says so, and is not named by the list that remembers', async () => {
  const site = await start()
  await site.write()
  const { file } = await makeBackup({ dataDir })
  await site.erase()
  expect(foundIn(['backups/erased', 'backups/erased.key'])).toEqual([])
  // Who writes again is no longer erased.
  await site.write({ message: 'It is me again, a lighthouse keeper.' })
  const later = await makeBackup({ dataDir, authSecret: undefined }, { to: path.join(backupFolder(dataDir), 'later') })
  await site.stop()
  const stored = async () => {
    const database = await openDatabase({ dataDir })
    const rows = await database.kysely.selectFrom('messages').select('message').execute()
    await database.close()
    return rows.map(({ message }) => message)
  }
  const { warnings } = await restoreBackup(file, { dataDir }, { force: true })
  expect(warnings.join(' ')).toMatch(/Erased again.* 1 person/)
  expect(await stored()).toEqual([])
  expect(foundIn(ofStore())).toEqual([])
  const restored = await restoreBackup(later.file, { dataDir }, { force: true })
  expect(restored.warnings.join(' ')).not.toContain('Erased again')
  expect(await stored()).toEqual(['It is me again, a lighthouse keeper.'])
})

it('a person who was only asked for a testimonial stays erased in a restore, which says so', async () => {
  const site = await start()
  const ask = async () => {
    const { status, body } = await site.owner.post('/api/testimonial-requests', {
      ...{ name: 'Erika Quillfeather', email: traces[0], note: 'Were you not a lighthouse keeper?' },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id as string
  }
  expect((await site.owner.send('DELETE', `/api/testimonial-requests/${await ask()}`)).status).toBe(200)
  const onlyInHistory = await makeBackup({ dataDir })
  await ask()
  const waiting = await makeBackup({ dataDir }, { to: path.join(backupFolder(dataDir), 'waiting') })
  await site.erase()
  expect(foundIn(ofStore())).toEqual([])
  await site.stop()
  for (const { file } of [onlyInHistory, waiting]) {
    const { warnings } = await restoreBackup(file, { dataDir }, { force: true })
    expect(foundIn(ofStore())).toEqual([])
    expect(warnings.join(' ')).toMatch(/Erased again.* 1 person/)
  }
})

it('a person of whom a digest alone is left stays erased in a restore, which says so', async () => {
  const site = await start()
  const text = 'Erika Quillfeather (erika@gone.example)\n\n> I am a lighthouse keeper.'
  const email = {
    message: null,
    kind: 'digest',
    recipient: 'olga@people.example',
    subject: 'One message',
    text,
  } as const
  await site.app.services.db.change((trx) => site.app.services.mail.outbox.enqueue(trx, email, 'waiting'))
  const { file } = await makeBackup({ dataDir })
  expect((await site.erase()).status).toBe(200)
  await site.stop()
  const { warnings } = await restoreBackup(file, { dataDir }, { force: true })
  expect(warnings.join(' ')).toMatch(/Erased again.* 1 person/)
  expect(foundIn(ofStore())).toEqual([])
})

it('a person is erased, and the answer says so, where the list that remembers cannot be written', async () => {
  const site = await start()
  await site.write()
  // A file in the folder's place: nothing can be made in it.
  rmSync(backupFolder(dataDir), { recursive: true, force: true })
  writeFileSync(backupFolder(dataDir), '')
  const { status, body } = await site.erase()
  expect([status, body.messages, body.remembered]).toEqual([200, 1, false])
  expect(foundIn(ofStore())).toEqual([])
  await site.stop()
})

it('all who are erased at the same time are remembered, the first of a site among them', async () => {
  const names = ['ada@gone.example', 'testimonial 1', 'testimonial 2']
  const forgotten = []
  for (let round = 0; round < 60; round += 1) {
    const folder = path.join(dataDir, String(round))
    await Promise.all(names.map((name) => noteErased(folder, name)))
    const erasedAt = await readErased(folder)
    forgotten.push(...names.filter((name) => erasedAt(name) === undefined))
  }
  expect(forgotten).toEqual([])
})

it('a list of erased persons without its key is said, and gets no other key', async () => {
  const site = await start()
  await site.write()
  expect((await site.erase()).body.remembered).toBe(true)
  await site.stop()
  rmSync(path.join(backupFolder(dataDir), 'erased.key'))
  await expect(readErased(dataDir)).rejects.toThrow(/erased\.key/)
  expect(readdirSync(backupFolder(dataDir))).not.toContain('erased.key')
})

it('who is erased after a line was cut off is remembered, and the line is told of', async () => {
  const list = path.join(backupFolder(dataDir), 'erased')
  await noteErased(dataDir, 'first@gone.example')
  const line = readFileSync(list, 'utf8').trim()
  // An older version went on behind half a line.
  writeFileSync(list, `${line.slice(0, 20)}${line}\n${line.slice(0, 50)}`)
  await noteErased(dataDir, 'ada@gone.example')
  const told: string[] = []
  const erasedAt = await readErased(dataDir, (sentence) => told.push(sentence))
  const names = ['first@gone.example', 'ada@gone.example', 'nobody@gone.example']
  expect(names.filter((name) => erasedAt(name) !== undefined)).toEqual(names.slice(0, 2))
  expect(told).toEqual([expect.stringContaining('erased has 2 lines that are cut off')])
})

it('nobody is remembered under half a key, as an older version could leave it', async () => {
  await noteErased(dataDir, traces[0] ?? '')
  writeFileSync(path.join(backupFolder(dataDir), 'erased.key'), '')
  await expect(noteErased(dataDir, 'testimonial 1')).rejects.toThrow(/erased\.key/)
  await expect(readErased(dataDir)).rejects.toThrow(/erased\.key/)
})

it('an erased person’s entries are left out of an import, which says so', async () => {
  const site = await start()
  await site.write()
  await site.erase()
  const of = (fullname: string, email: string) => ({
    ...{ fullname, email, feedback: 'Good.', star: 5, image: null, show_country: true, country: 'Norway' },
  })
  const testimonials = [of('Erika Quillfeather', 'Erika@Gone.example'), of('Otto', 'otto@here.example')]
  const file = path.join(dataDir, 'content.json')
  writeFileSync(file, JSON.stringify({ testimonials }))
  await site.stop()
  const { lines } = await importCommand([file], { ...readConfig({}), dataDir })
  expect(lines.join(' ')).toMatch(/1 new.*Left out.*testimonials: 1/)
  expect(foundIn(ofStore())).toEqual([])
  expect(readFileSync(path.join(dataDir, 'vitrine.db'), 'latin1')).toContain('otto@here.example')
})

it('copies that a killed command left behind are deleted, those in the making and everything else stay', async () => {
  const site = await start()
  await site.stop()
  const long = new Date(Date.now() - 86_400_000 - 60_000)
  const make = (name: string, at: Date) => {
    const file = path.join(dataDir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, traces[0] as string)
    for (const place of [file, path.dirname(file)]) if (place !== dataDir) utimesSync(place, at, at)
  }
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const anHourAgo = new Date(Date.now() - 3_600_000)
  const old = [
    'vitrine.db.0a1b2c3d.part',
    'vitrine.db.0a1b2c3d.part-wal',
    'vitrine.db.0a1b2c3d.part.made',
    'vitrine.db.0a1b2c3d.part.made-wal',
    `vitrine.db.${dead}-0a1b2c3d.part`,
    'update-aBc123/copy.backup',
    'backups/daily-2026-01-01-040000.backup.0a1b2c3d.part.zst',
    `backups/vitrine-2026-01-01-040000.backup.${dead}-0a1b2c3d.part`,
  ]
  for (const name of old) make(name, name.includes(`${dead}`) ? anHourAgo : long)
  const kept = [
    `vitrine.db.${process.pid}-0a1b2c3d.part`,
    'vitrine.db.ffffffff.part',
    'update-now456/copy.backup',
    'backups/notes.part',
    'backups/vitrine-2026-01-01-040000.backup',
    'update-plan.txt',
  ]
  for (const name of kept)
    make(
      name,
      name.endsWith('.backup') || /notes|plan/.test(name) ? (name.includes('now') ? new Date() : long) : anHourAgo,
    )
  expect(await sweepLeftovers(dataDir)).toBe(old.length)
  const there = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(old.filter((name) => there.includes(name))).toEqual([])
  expect(kept.filter((name) => !there.includes(name))).toEqual([])
  expect(there).toContain('vitrine.db')
})

onEachDatabase('Erasing a person', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)
  const look = (email: string) => owner.post('/api/people/lookups', { email })
  const erase = (email: string) => owner.post('/api/people/erasures', { email })
  const write = (user_email: string, message = 'Hello.') =>
    app.services.messages.create({ user_name: 'Somebody', user_email, message })
  /** A request that was revoked: History alone has it. */
  const revoked = async (email: string) => {
    const { status, body } = await owner.post('/api/testimonial-requests', { name: 'Somebody', email })
    expect(status, JSON.stringify(body)).toBe(201)
    expect((await owner.send('DELETE', `/api/testimonial-requests/${body.id}`)).status).toBe(200)
  }
  const inHistory = async () =>
    JSON.stringify((await owner.get('/api/changes?collection=testimonial-requests&limit=200')).body)

  const digest = async (text: string, names = 'Somebody') => {
    const subject = `One message on 2026-01-02: ${names}`
    const { db, mail } = app.services
    const email = { message: null, kind: 'digest', recipient: 'olga@people.example', subject, text } as const
    return (await db.change((trx) => mail.outbox.enqueue(trx, email, 'waiting'))).id
  }

  it('leaves what belongs to addresses that hold theirs, in History and in digests', async () => {
    const others = ['joann@x.example', 'jo.ann@x.example', 'ann@x.example.org', 'ann@x.examples', 'axn@x.example']
    for (const email of ['Ann@x.example', 'a_n@x.example', ...others]) await revoked(email)
    for (const email of others) await digest(`Somebody (${email})\n\n> Hello.`)
    const theirs = [
      '(ann@x.example)',
      '> Write to Ann@x.example.',
      'ann@x.example',
      '<ann@x.example>, or',
      "'ann@x.example'",
    ]
    for (const text of theirs) await digest(`One of theirs: ${text}`)
    await write('ann@x.example')
    await write('a_n@x.example')
    await write('joann@x.example', 'Not ann@x.examples.')
    await write('otto@here.example', 'Ask\nann@x.example, who knows.')
    const { mentions } = (await look('ann@x.example')).body
    for (const email of ['ann@x.example', 'a_n@x.example']) expect((await erase(email)).status).toBe(200)
    const [history, digests] = [
      await inHistory(),
      JSON.stringify(await app.services.db.kysely.selectFrom('deliveries').select('text').execute()),
    ]
    for (const email of others) expect([history, digests]).toEqual(Array(2).fill(expect.stringContaining(`${email}`)))
    expect(history).not.toMatch(/"(ann|a_n)@x\.example"/i)
    expect(digests).not.toContain('One of theirs')
    expect(mentions).toBe(1)
  })

  it('finds and empties what History alone has of requests that were revoked, or that nobody used', async () => {
    const email = 'anna@unanswered.example'
    await revoked(email)
    const { body } = await owner.post('/api/testimonial-requests', { name: 'Anna Quillfeather', email })
    await app.services.testimonialRequests.cleanUp(Date.parse(body.expiresAt) + 31 * 86_400_000)
    const found = await look(email)
    expect(found.body).toMatchObject({ messages: 0, emails: 0, testimonials: 0, changes: 3 })
    expect(await erase(email)).toMatchObject({ status: 200, body: { changes: 3 } })
    expect((await owner.get('/api/changes?q=quillfeather')).body.changes).toEqual([])
    expect(await inHistory()).not.toContain(email)
    expect((await look(email)).body.changes).toBe(0)
    expect((await erase(email)).status).toBe(404)
  })

  it('finds a digest that outlived its message, and empties its text and the names in its subject', async () => {
    const id = await digest('Erika Quillfeather (erika@gone.example)\n\n> I keep lighthouses.', 'Erika Quillfeather')
    expect((await look('erika@gone.example')).body).toMatchObject({ messages: 0, emails: 0, digests: 1 })
    expect(await erase('erika@gone.example')).toMatchObject({ status: 200, body: { digests: 1 } })
    const { kysely } = app.services.db
    const { subject, text } = await kysely
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([subject, text]).toEqual(['One message on 2026-01-02', expect.stringContaining('was erased')])
    expect((await erase('erika@gone.example')).status).toBe(404)
  })
})
