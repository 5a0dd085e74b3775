import { afterAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { examples } from '../../model/content/examples.ts'
import { NotFound } from '../../model/errors.ts'
import { createEntries } from '../content/entries.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { createSettings } from '../settings/settings-store.ts'
import { cleanUpJournal, contentVersion } from './journal.ts'

const images = createImageProcess()
afterAll(() => images.close())
const [skill] = examples.skills
if (!skill) throw new Error('The examples are gone.')
const by = 'owner'

onEachDatabase('The cleanup of the journal', (store) => {
  const db = () => store().database
  const now = Date.parse('2026-11-22T08:00:00Z')
  const ids = async () =>
    (await db().kysely.selectFrom('changes').select('id').orderBy('id').execute()).map(({ id }) => id)
  const settings = () => createSettings(db())
  const keep = (historyYears: 0 | 1 | 2 | 5) => settings().update({ historyYears }, { by })
  /** Dates all changes up to now. */
  const date = (at: string) => db().kysely.updateTable('changes').set({ at }).execute()
  const clean = async (size?: number) => cleanUpJournal(db(), (await settings().get()).settings.historyYears, now, size)
  const old = '2019-01-01T00:00:00.000Z'

  beforeEach(async () => {
    await db().kysely.deleteFrom('changes').execute()
    await keep(0)
  })

  it('deletes nothing until the owner chooses how long changes are kept', async () => {
    await createEntries(db()).create('skills', skill, { by })
    await date(old)
    const before = await ids()
    expect(await clean()).toBe(0)
    expect(await ids()).toEqual(before)
  })

  it('deletes what is older, in batches, keeps what is younger and always the newest, and announces nothing', async () => {
    await keep(1)
    for (let n = 0; n < 7; n += 1) await createEntries(db()).create('skills', skill, { by })
    await date(old)
    await createEntries(db()).create('skills', skill, { by })
    const young = (await ids()).at(-1) as number
    const version = await contentVersion(db().kysely)
    let told = 0
    const stop = db().onChange(() => {
      told += 1
    })
    expect(await clean(3)).toBeGreaterThanOrEqual(8)
    expect(await ids()).toEqual([young])
    await date(old)
    expect(await clean()).toBe(0)
    stop()
    expect([await contentVersion(db().kysely), told]).toEqual([version, 0])
  })

  it('leaves what it keeps undoable, also the undoing of what it deleted', async () => {
    const entries = createEntries(db())
    const journal = journalOf(db())
    await keep(2)
    const { id, version } = await entries.create('skills', { ...skill, name: 'First' }, { by })
    await entries.update('skills', id, { name: 'Second' }, { by, version })
    const second = (await ids()).at(-1) as number
    await date(old)
    const undone = await journal.undo(second, { by })
    await entries.update('skills', id, { name: 'Third' }, { by, version: version + 2 })
    const third = (await ids()).at(-1) as number
    await clean()
    expect(await ids()).toEqual([undone.id, third])
    await expect(journal.undo(second, { by })).rejects.toThrow(NotFound)
    const name = async () => ((await entries.get('skills', id)).data as { name: string }).name
    await journal.undo(third, { by })
    expect(await name()).toBe('First')
    await journal.undo(undone.id, { by })
    expect(await name()).toBe('Second')
  })

  it('keeps the images of changes that it keeps', async () => {
    const media = createMedia({ database: db(), images })
    const journal = journalOf(db(), media)
    await keep(1)
    const bytes = await halves(60, 40, '#c04020', '#2040c0').png().toBuffer()
    const { id } = await media.upload(bytes, { name: 'a.png', alt: 'Dusk', by })
    await date(old)
    await media.replace(id, await halves(50, 40, '#204020', '#2040c0').png().toBuffer(), { by, name: 'b.png' })
    const replaced = (await ids()).at(-1) as number
    await clean()
    expect(await ids()).toEqual([replaced])
    await journal.undo(replaced, { by })
    expect(Buffer.compare((await media.original(id)).bytes, bytes)).toBe(0)
    expect((await media.get(id)).width).toBe(60)
  })
})
