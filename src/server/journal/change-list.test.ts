import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import type { Database } from '../db/database.ts'
import { createSettings } from '../settings/settings-store.ts'
import type { Journal } from './journal.ts'

onEachDatabase('the list of changes', (store) => {
  let database: Database
  let entries: Entries
  let journal: Journal
  const ids: string[] = []

  beforeAll(async () => {
    database = store().database
    entries = createEntries(database)
    journal = journalOf(database)
    const settings = createSettings(database)
    await settings.initialise(sampleSettings, { by: 'samples' })
    for (const name of ['Sewing', 'Café au lait', 'Weaving'])
      ids.push((await entries.create('skills', { name, percent: 10 }, { by: 'ann' })).id)
    const [first = ''] = ids
    await entries.update('skills', first, { name: 'Stitching' }, { by: 'ben', version: 1 })
    await entries.changeAll('skills', { entries: ids.map((id) => ({ id })), deleted: true }, { by: 'ben' })
  })

  const acts = async (filter: Parameters<Journal['list']>[0]) =>
    (await journal.list(filter)).changes.map(({ action, size }) => `${action} ${size}`)

  it('finds by who, by what was done, by where, and by when', async () => {
    expect(await acts({ by: 'ann' })).toEqual(['create 1', 'create 1', 'create 1'])
    expect(await acts({ by: 'ben', action: 'update' })).toEqual(['update 1'])
    expect(await acts({ collection: 'settings' })).toHaveLength(1)
    expect(await acts({ by: 'nobody' })).toEqual([])
    const [, ...times] = (await journal.list()).changes.map(({ at }) => at).toReversed()
    expect(await acts({ to: times[0] as string })).toHaveLength(1)
    expect(await acts({ from: '2999-01-01T00:00:00Z' })).toEqual([])
    expect(await acts({ to: '1999-01-01T00:00:00Z' })).toEqual([])
    expect(await acts({ from: '1999-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' })).toHaveLength(8)
  })

  it('finds by words in the name and in the text that changed, before and after, without accents', async () => {
    expect(await acts({ q: 'cafe' })).toEqual(['remove 3', 'create 1'])
    expect(await acts({ q: 'sewing' })).toEqual(['update 1', 'create 1'])
    expect(await acts({ q: 'stitch', by: 'ben', action: 'update' })).toEqual(['update 1'])
    expect(await acts({ q: '100% _' })).toEqual([])
  })

  it('shows a batch as one change when asked, and its changes by its id', async () => {
    const { changes } = await journal.list({ grouped: true })
    expect(changes.map(({ action, size }) => `${action} ${size}`).slice(0, 2)).toEqual(['remove 3', 'update 1'])
    const [bulk] = changes
    expect(bulk?.batch).toBe(bulk?.id)
    expect(await acts({ batch: bulk?.batch ?? 0 })).toEqual(['remove 3', 'remove 3', 'remove 3'])
    const page = await journal.list({ grouped: true, limit: 1 })
    expect((await journal.list({ grouped: true, limit: 1, cursor: page.next ?? '' })).changes[0]?.action).toBe('update')
  })

  it('names everybody who made a change', async () => {
    expect((await journal.authors()).sort()).toEqual(['ann', 'ben', 'samples'])
  })

  it('forgets the words of what was deleted for good', async () => {
    await entries.erase('skills', [ids[1] ?? ''], { by: 'ben' })
    expect(await acts({ q: 'cafe' })).toEqual([])
  })
})
