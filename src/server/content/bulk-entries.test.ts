import { beforeAll, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { brokenPositions } from '../../../tests/contract/write-at-random.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import type { BulkChange } from '../../model/content/entry.ts'
import { examples } from '../../model/content/examples.ts'
import { Gone, NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { contentVersion, type Journal } from '../journal/journal.ts'
import { createEntries, type Entries } from './entries.ts'

const by = 'owner'
const [project] = examples.projects
if (!project) throw new Error('The examples are gone.')

onEachDatabase('changing several entries', (store) => {
  let database: Database
  let entries: Entries
  let journal: Journal

  beforeAll(async () => {
    database = store().database
    await plantExampleImages(database)
    entries = createEntries(database)
    journal = journalOf(database)
  })

  const skills = async (count: number, publish = true) => {
    const ids: string[] = []
    for (let n = 0; n < count; n += 1)
      ids.push((await entries.create('skills', { name: `Skill ${n}`, percent: n }, { by, publish })).id)
    return ids
  }
  const chosen = (ids: readonly string[]) => ids.map((id) => ({ id }))
  const order = async () => (await entries.list('skills', { limit: 200 })).entries.map(({ id }) => id)
  const change = (of: BulkChange) => entries.changeAll('skills', of, { by })
  const undoNewest = async () => journal.undo(await contentVersion(database.kysely), { by })

  it('deletes, restores, publishes, takes off and edits, each with one undo that leaves nothing different', async () => {
    const ids = await skills(6)
    const some = [ids[4], ids[0], ids[3]] as string[]
    const acts: Omit<BulkChange, 'entries'>[] = [
      { deleted: true },
      { published: false },
      { data: { percent: 7 } },
      { published: true },
    ]
    for (const act of acts) {
      const before = await exported(database)
      expect(await change({ entries: chosen(some), ...act })).toEqual({
        changed: 'published' in act && act.published ? 0 : 3,
        refused: [],
      })
      expect(await brokenPositions(database)).toEqual({})
      const after = await exported(database)
      if (after === before) continue
      const undo = await undoNewest()
      expect(await exported(database)).toBe(before)
      await journal.undo(undo.id, { by })
      expect(await exported(database)).toBe(after)
      await undoNewest()
    }
    expect(await order()).toEqual(ids)
  })

  it('takes entries back from the trash to where they stood, in one change', async () => {
    const before = await order()
    const gone = before.filter((_, index) => index % 2 === 0)
    await change({ entries: chosen(gone), deleted: true })
    const deleted = await exported(database)
    expect(await order()).toEqual(before.filter((id) => !gone.includes(id)))
    expect(await change({ entries: chosen(gone.toReversed()), deleted: false })).toEqual({
      changed: gone.length,
      refused: [],
    })
    expect(await order()).toEqual(before)
    await undoNewest()
    expect(await exported(database)).toBe(deleted)
    await undoNewest()
    expect(await order()).toEqual(before)
  })

  it('keeps positions 1…n through deletions and restorations at random, and undoes them all', async () => {
    const random = seededRandom(20_261_122)
    const before = await exported(database)
    let made = 0
    for (let n = 0; n < 30; n += 1) {
      const trash = random.chance(0.5)
      const { entries: list } = await entries.list('skills', { limit: 200, trash })
      const some = list.filter(() => random.chance(0.4)).map(({ id }) => id)
      if (some.length === 0) continue
      const { changed } = await change({ entries: chosen(random.shuffled(some)), deleted: !trash })
      expect(changed).toBe(some.length)
      expect(await brokenPositions(database)).toEqual({})
      made += 1
    }
    expect(made).toBeGreaterThan(10)
    const newest = await contentVersion(database.kysely)
    const { changes } = await journal.list({ limit: 200 })
    const acts = [...new Set(changes.map(({ id, batch }) => batch ?? id))].slice(0, made)
    expect(newest).toBe(changes[0]?.id)
    for (const id of acts) await journal.undo(id, { by })
    expect(await exported(database)).toBe(before)
  })

  it('leaves alone what cannot be changed, and says why', async () => {
    const [full = '', stale = ''] = await skills(2, false)
    const empty = await entries.create('skills', { name: '', percent: null }, { by, publish: false })
    const before = await contentVersion(database.kysely)
    const answer = await change({
      entries: [{ id: full }, { id: stale, version: 7 }, { id: empty.id }, { id: 'nobody' }],
      published: true,
    })
    expect(answer.changed).toBe(1)
    expect(answer.refused.map(({ id }) => id).sort()).toEqual([stale, empty.id, 'nobody'].sort())
    expect(answer.refused.find(({ id }) => id === empty.id)?.message).toBe('Name is required.')
    expect(await contentVersion(database.kysely)).toBe(before + 1)
    expect((await entries.get('skills', stale)).status).toBe('draft')
  })

  it('does not restore two entries at one address', async () => {
    const ids: string[] = []
    for (let n = 0; n < 2; n += 1) {
      const { id } = await entries.create('projects', { ...project, slug: 'twice' }, { by })
      await entries.remove('projects', id, { by })
      ids.push(id)
    }
    const answer = await entries.changeAll('projects', { entries: chosen(ids), deleted: false }, { by })
    expect(answer).toMatchObject({ changed: 1, refused: [{ id: ids[1], message: expect.stringContaining('“twice”') }] })
    expect(await brokenPositions(database)).toEqual({})
  })

  it('copies an entry to a draft behind it, at an address of its own', async () => {
    const source = await entries.create('projects', { ...project, title: 'Tide', slug: 'tide-2' }, { by })
    const before = await exported(database)
    const copy = await entries.copy('projects', source.id, { by })
    expect(copy).toMatchObject({
      status: 'draft',
      order: source.order + 1,
      data: { ...source.data, title: 'Tide (copy)', slug: 'tide-3' },
    })
    expect((await entries.copy('projects', source.id, { by })).data.slug).toBe('tide-4')
    expect(await brokenPositions(database)).toEqual({})
    await undoNewest()
    await journal.undo(await contentVersion(database.kysely).then((id) => id - 2), { by })
    expect(await exported(database)).toBe(before)
  })

  it('copies an entry whose title is full and ends with emoji, of which none is halved', async () => {
    const full = `${'x'.repeat(52)}${'🌊'.repeat(4)}`
    const { id } = await entries.create('languages', { name: full, level: 'B2' }, { by })
    expect((await entries.copy('languages', id, { by })).data.name).toBe(`${'x'.repeat(52)} (copy)`)
  })

  it('deletes for good from the trash only, with what the journal holds of it', async () => {
    const [gone = '', stays = '', standing = ''] = await skills(3)
    await entries.update('skills', gone, { name: 'Secret' }, { by, version: 1 })
    await change({ entries: chosen([gone, stays]), deleted: true })
    const removal = await contentVersion(database.kysely)
    await expect(entries.erase('skills', [gone, standing], { by })).rejects.toThrow(NotFound)
    expect(await contentVersion(database.kysely)).toBe(removal)

    expect(await entries.erase('skills', [gone], { by })).toBe(1)
    const { changes } = await journal.list({ entry: gone })
    expect(changes[0]).toMatchObject({ action: 'erase', before: null, after: null })
    expect(JSON.stringify(changes)).not.toContain('Secret')
    await expect(entries.get('skills', gone)).rejects.toThrow(NotFound)
    for (const { id } of changes.filter(({ batch }) => batch === null))
      await expect(journal.undo(id, { by })).rejects.toThrow(Gone)
    // What was deleted with it comes back.
    await journal.undo(removal, { by })
    expect((await entries.get('skills', stays)).deletedAt).toBeNull()
    await expect(entries.get('skills', gone)).rejects.toThrow(NotFound)
    expect(await brokenPositions(database)).toEqual({})
  })
})
