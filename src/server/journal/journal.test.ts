import { beforeAll, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { examples } from '../../model/content/examples.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { type Database, joined } from '../db/database.ts'
import { createSettings, type SettingsStore } from '../settings/settings-store.ts'
import { contentVersion, type Journal } from './journal.ts'

const by = 'owner'
const [skill] = examples.skills
const [project] = examples.projects
if (!skill || !project) throw new Error('The examples are gone.')

onEachDatabase('the journal', (store) => {
  let database: Database
  let entries: Entries
  let journal: Journal
  let settings: SettingsStore

  beforeAll(async () => {
    database = store().database
    await plantExampleImages(database)
    entries = createEntries(database)
    journal = journalOf(database)
    settings = createSettings(database)
  })

  const newest = async () => {
    const [change] = (await journal.list({ limit: 1 })).changes
    if (!change) throw new Error('The journal is empty.')
    return change
  }

  const undoNewest = async () => journal.undo((await newest()).id, { by })

  it('lists changes newest first, by collection and by entry', async () => {
    const first = await entries.create('skills', skill, { by: 'ann' })
    await entries.update('skills', first.id, { percent: 7 }, { by: 'ben', version: 1 })
    const second = await entries.create('projects', project, { by: 'ann' })
    const { changes } = await journal.list()
    expect(changes.map(({ action, entry, by: who }) => [action, entry, who])).toEqual([
      ['create', second.id, 'ann'],
      ['update', first.id, 'ben'],
      ['create', first.id, 'ann'],
    ])
    expect(changes[1]).toMatchObject({
      before: { draft: skill },
      after: { draft: { ...skill, percent: 7 } },
      undoes: null,
    })
    expect((await journal.list({ collection: 'projects' })).changes).toHaveLength(1)
    const page = await journal.list({ entry: first.id, limit: 1 })
    expect(page.changes).toEqual([changes[1]])
    expect((await journal.list({ entry: first.id, cursor: page.next ?? '' })).changes).toEqual([changes[2]])
    expect(await contentVersion(database.kysely)).toBe(changes[0]?.id)
  })

  it('announces', async () => {
    await entries.create('skills', skill, { by })
    let heard = 0
    const stop = database.onChange(() => {
      heard += 1
    })
    await undoNewest()
    stop()
    expect(heard).toBe(1)
  })

  it('keeps what was changed in other fields since, and refuses when the same field was', async () => {
    const { id } = await entries.create('skills', skill, { by })
    await entries.update('skills', id, { percent: 8 }, { by, version: 1 })
    const update = await newest()
    await entries.update('skills', id, { name: 'Other' }, { by, version: 2 })
    await journal.undo(update.id, { by })
    expect((await entries.get('skills', id)).data).toEqual({ ...skill, name: 'Other' })
    const before = await exported(database)
    const version = await contentVersion(database.kysely)
    await expect(journal.undo(update.id, { by })).rejects.toThrow(StaleVersion)
    expect(await exported(database)).toBe(before)
    expect(await contentVersion(database.kysely)).toBe(version)
  })

  it('refuses to take back the making of an entry that was changed since', async () => {
    const { id } = await entries.create('skills', skill, { by })
    const creation = await newest()
    await entries.update('skills', id, { percent: 9 }, { by, version: 1 })
    await expect(journal.undo(creation.id, { by })).rejects.toMatchObject({ current: { id, version: 2 } })
    await undoNewest()
    await journal.undo(creation.id, { by })
    await expect(entries.get('skills', id)).rejects.toThrow(NotFound)
    await undoNewest()
    const back = await entries.get('skills', id)
    expect(back.data).toEqual(skill)
    // A form that was opened before must not overwrite what it never saw.
    expect(back.version).toBeGreaterThan(3)
  })

  it('puts what was restored back into the trash as it lay there', async () => {
    const about = examples.about[0] as never
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await entries.create('about', about, { by })).id)
    for (const id of ids.toReversed()) await entries.remove('about', id, { by })
    const before = await exported(database)
    expect(await entries.restore('about', ids[2] as string, { by })).toMatchObject({ order: 1 })
    await undoNewest()
    expect(await exported(database)).toBe(before)
  })

  it('refuses to change what is in the trash by now, or to bring back what is back', async () => {
    const { id } = await entries.create('skills', skill, { by })
    await entries.update('skills', id, { percent: 8 }, { by, version: 1 })
    const update = await newest()
    await entries.remove('skills', id, { by })
    const removal = await newest()
    await expect(journal.undo(update.id, { by })).rejects.toThrow(StaleVersion)
    await entries.restore('skills', id, { by })
    await expect(journal.undo(removal.id, { by })).rejects.toThrow(StaleVersion)
    expect((await newest()).action).toBe('restore')
  })

  it('refuses to take back an order that has changed since', async () => {
    const ids = (await entries.list('skills')).entries.map(({ id }) => id)
    await entries.reorder('skills', ids.toReversed(), { by })
    const order = await newest()
    await entries.create('skills', skill, { by })
    await expect(journal.undo(order.id, { by })).rejects.toThrow(StaleVersion)
    await undoNewest()
    await journal.undo(order.id, { by })
    expect((await entries.list('skills')).entries.map(({ id }) => id)).toEqual(ids)
  })

  it('takes settings back one by one', async () => {
    await settings.initialise(sampleSettings, { by: 'samples' })
    await settings.update({ accent: 'moss' }, { by })
    const accent = await newest()
    await settings.update({ name: 'Someone' }, { by })
    await journal.undo(accent.id, { by })
    expect((await settings.get()).settings).toEqual({ ...sampleSettings, name: 'Someone' })
  })

  it('takes back and redoes at once what one transaction changed, or none of it', async () => {
    const before = await exported(database)
    await database.change(async (trx, announce) => {
      const store = joined(database, trx, announce)
      const inside = createEntries(store)
      const { id } = await inside.create('skills', skill, { by })
      await inside.update('skills', id, { percent: 8 }, { by, version: 1 })
      await inside.remove('skills', id, { by })
      await createSettings(store).update({ accent: 'plum' }, { by })
    })
    const after = await exported(database)
    const { changes } = await journal.list({ limit: 5 })
    expect(new Set(changes.slice(0, 4).map(({ batch }) => batch))).toEqual(new Set([changes[3]?.id]))
    expect(new Set(changes.slice(0, 4).map(({ at }) => at)).size).toBe(1)
    expect(changes[4]?.batch).toBeNull()

    const undo = await journal.undo(changes[2]?.id ?? 0, { by: 'ann' })
    expect(undo).toMatchObject({ by: 'ann', batch: undo.id, undoes: changes[0]?.id })
    expect(await exported(database)).toBe(before)
    await journal.undo(undo.id, { by })
    expect(await exported(database)).toBe(after)

    await settings.update({ accent: 'cobalt' }, { by })
    const since = await exported(database)
    await expect(journal.undo(changes[2]?.id ?? 0, { by })).rejects.toThrow(StaleVersion)
    expect(await exported(database)).toBe(since)
  })

  it('does not find a change there is not', async () => {
    for (const id of [0, -1, 999_999, Number.NaN, 1e300]) {
      await expect(journal.undo(id, { by })).rejects.toThrow(NotFound)
    }
    await expect(journal.list({ cursor: 'x' })).rejects.toThrow(Invalid)
  })
})
