import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { examples } from '../../model/content/examples.ts'
import { Invalid } from '../../model/errors.ts'
import type { Draft } from '../../model/publishing/draft.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { contentVersion } from '../journal/journal.ts'
import { createSettings, type SettingsStore } from '../settings/settings-store.ts'
import { createDrafts } from './drafts.ts'

const by = 'owner'
const [example] = examples.skills
if (!example) throw new Error('The examples are gone.')

onEachDatabase('drafts', (store) => {
  let entries: Entries
  let settings: SettingsStore
  let drafts: ReturnType<typeof createDrafts>

  beforeAll(async () => {
    const { database } = store()
    entries = createEntries(database)
    settings = createSettings(database)
    drafts = createDrafts(database)
    await settings.initialise(sampleSettings, { by: 'samples' })
  })

  const create = (name: string, publish = true) => entries.create('skills', { ...example, name }, { by, publish })
  const edit = async (id: string, name: string) => {
    const { version } = await entries.get('skills', id)
    return entries.update('skills', id, { name }, { by, version, publish: false })
  }
  const listed = async () => (await drafts.list()).drafts
  const seen = (all: readonly Draft[]) => all.map(({ collection, entry, version }) => ({ collection, entry, version }))
  const shown = async () => (await entries.published()).skills.map(({ name }) => name)

  it('are listed with what visitors see and why they cannot be published, settings first', async () => {
    const live = await create('Go')
    const fresh = await create('Rust', false)
    const offPage = await create('Perl')
    await entries.unpublish('skills', offPage.id, { by })
    expect(await listed()).toMatchObject([{ title: 'Rust', publishedAt: null, published: null }])
    await edit(live.id, '')
    await settings.update({ role: 'Plumber', registration: true }, { by, publish: false })
    expect(await drafts.list()).toMatchObject({ count: 3, next: null })
    expect(await listed()).toMatchObject([
      { collection: 'settings', published: { role: sampleSettings.role }, draft: { role: 'Plumber' }, problems: {} },
      { entry: live.id, published: { name: 'Go' }, draft: { name: '' }, problems: { name: expect.any(String) } },
      { entry: fresh.id },
    ])
    expect(Object.keys((await listed())[0]?.draft ?? {})).not.toContain('registration')
  })

  it('behind an entry are those of its collection alone', async () => {
    const [one, other, last] = [await create('Zig', false), await create('Ada'), await create('Odin', false)]
    const behind = async (after: string) => (await drafts.list({ after })).drafts.map(({ title }) => title)
    expect(await behind(one.id)).toEqual(['Odin'])
    expect(await behind(other.id)).toEqual(['Odin'])
    expect(await behind(last.id)).toEqual([])
    expect(await behind('nothing')).toEqual([])
    for (const { id } of [one, other, last]) await entries.remove('skills', id, { by })
  })

  it('come page by page', async () => {
    const first = await drafts.list({ limit: 1 })
    expect(first).toMatchObject({ count: 3, drafts: [{ collection: 'settings' }, { title: '' }] })
    const second = await drafts.list({ limit: 1, cursor: first.next ?? '' })
    expect(second).toMatchObject({ drafts: [{ title: 'Rust' }], next: null })
    await expect(drafts.list({ cursor: 'x' })).rejects.toThrow(Invalid)
  })

  it('are published as one change, those that can be, as they were seen', async () => {
    const { database } = store()
    const changed = await create('Zig')
    await edit(changed.id, 'Zig 1')
    const list = await listed()
    await edit(changed.id, 'Zig 2')
    const outcome = await drafts.publish(seen(list), { by })
    expect(outcome.done).toHaveLength(2)
    expect(outcome.left.map(({ reason }) => reason)).toEqual([
      list.find(({ problems }) => problems.name)?.problems.name,
      'It was changed since this list was made.',
    ])
    expect(await shown()).toEqual(['Go', 'Rust', 'Zig'])
    expect((await settings.get()).settings.role).toBe('Plumber')
    expect(await listed()).toHaveLength(2)

    await journalOf(database).undo(outcome.change ?? 0, { by })
    expect(await shown()).toEqual(['Go', 'Zig'])
    expect((await settings.get()).settings.role).toBe(sampleSettings.role)
    expect(await listed()).toHaveLength(4)
  })

  it('are discarded as one change; what visitors never saw stays', async () => {
    const { database } = store()
    const before = await listed()
    const outcome = await drafts.discard(seen(before), { by })
    expect(outcome.left).toMatchObject([{ reason: expect.stringContaining('nothing to go back to') }])
    expect(await listed()).toMatchObject([{ title: 'Rust' }])
    expect((await settings.draft()).settings.role).toBe(sampleSettings.role)
    await journalOf(database).undo(outcome.change ?? 0, { by })
    expect((await listed()).map(({ draft }) => draft)).toEqual(before.map(({ draft }) => draft))
  })

  it('that were all changed since leave no trace', async () => {
    const { database } = store()
    const before = await contentVersion(database.kysely)
    const stale = seen(await listed()).map((one) => ({ ...one, version: one.version + 1 }))
    expect(await drafts.publish(stale, { by })).toMatchObject({ done: [], change: null })
    expect(await contentVersion(database.kysely)).toBe(before)
  })
})
