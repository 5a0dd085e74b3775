import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { Invalid, StaleVersion } from '../../model/errors.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import type { Database } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import { createSettings, type SettingsStore } from './settings-store.ts'

const by = 'owner'

onEachDatabase('settings', (store) => {
  let database: Database
  let settings: SettingsStore

  beforeAll(() => {
    database = store().database
    settings = createSettings(database)
  })

  /** As another version may have written them. */
  const writeRaw = (values: object) =>
    database.kysely
      .updateTable('settings')
      .set({ draft: JSON.stringify(values), published: JSON.stringify(values) })
      .execute()

  it('are those of a new site until some are stored', async () => {
    expect(await settings.get()).toEqual({ version: 0, settings: emptySettings })
  })

  it('are initialised once', async () => {
    await settings.initialise(sampleSettings, { by: 'samples' })
    await settings.initialise(emptySettings, { by: 'samples' })
    expect(await settings.get()).toEqual({ version: 1, settings: sampleSettings })
    expect(await contentVersion(database.kysely)).toBe(1)
  })

  it('change one by one', async () => {
    const changed = await settings.update({ accent: 'plum' }, { by, version: 1 })
    const after = { version: 2, settings: { ...sampleSettings, accent: 'plum' } }
    expect(changed).toMatchObject({ ...after, status: 'published' })
    expect(await settings.get()).toEqual(after)
  })

  it('are seen by visitors once their draft is published, and can be taken back until then', async () => {
    const before = await settings.get()
    const draft = await settings.update({ name: 'Mira S.', role: '' }, { by, publish: false })
    expect(draft).toMatchObject({ status: 'changed', settings: { name: 'Mira S.' } })
    expect((await settings.get()).settings).toEqual(before.settings)
    await settings.discard({ by, version: draft.version })
    expect(await settings.draft()).toMatchObject({ status: 'published', settings: before.settings })
    const again = await settings.update({ name: 'Mira S.' }, { by, publish: false })
    expect(again.publishedAt).toBe(draft.publishedAt)
    await expect(settings.publish({ by, version: draft.version })).rejects.toThrow(StaleVersion)
    expect(await settings.publish({ by, version: again.version })).toMatchObject({ status: 'published' })
    expect((await settings.get()).settings).toEqual({ ...before.settings, name: 'Mira S.' })
    await settings.update({ name: before.settings.name }, { by })
  })

  it('keep what breaks a rule as a draft, and refuse to publish it', async () => {
    const before = await settings.get()
    await settings.update({ language: '' }, { by, publish: false })
    await expect(settings.publish({ by })).rejects.toMatchObject({ fields: { language: expect.any(String) } })
    expect((await settings.get()).settings).toEqual(before.settings)
    await settings.discard({ by })
  })

  it('publish what is named without a version, and the whole draft by its version', async () => {
    await settings.update({ role: 'Drafted' }, { by, publish: false })
    await settings.update({ location: 'Porto' }, { by })
    expect((await settings.get()).settings).toMatchObject({ role: sampleSettings.role, location: 'Porto' })
    const { version, status } = await settings.draft()
    expect(status).toBe('changed')
    await settings.update({ location: sampleSettings.location }, { by, version })
    expect((await settings.get()).settings).toEqual({ ...sampleSettings, accent: 'plum', role: 'Drafted' })
    await settings.update({ role: sampleSettings.role }, { by })
  })

  it('of the owner and for registration take effect when they are saved, under every rule', async () => {
    const saved = await settings.update({ registration: false, historyYears: 2 }, { by, publish: false })
    expect(saved.status).toBe('published')
    expect((await settings.get()).settings).toMatchObject({ registration: false, historyYears: 2 })
    await expect(settings.update({ acknowledgement: '' }, { by, publish: false })).rejects.toThrow(Invalid)
    await settings.discard({ by })
    expect((await settings.get()).settings.registration).toBe(false)
    await settings.update({ registration: true, historyYears: 0 }, { by })
  })

  it('refuse what breaks a rule, an unknown name and a stale version, and leave no trace', async () => {
    const before = [await settings.get(), await contentVersion(database.kysely)]
    await expect(settings.update({ accent: 'mud' }, { by })).rejects.toMatchObject({
      fields: { accent: expect.any(String) },
    })
    await expect(settings.update({ owner: 'me' }, { by })).rejects.toThrow(Invalid)
    await expect(settings.update([], { by })).rejects.toThrow(Invalid)
    await expect(settings.update({ accent: 'moss' }, { by, version: 1 })).rejects.toThrow(StaleVersion)
    expect([await settings.get(), await contentVersion(database.kysely)]).toEqual(before)
  })

  it('write nothing when nothing is new', async () => {
    const before = await contentVersion(database.kysely)
    expect(await settings.update({ accent: 'plum' }, { by })).toMatchObject({ settings: { accent: 'plum' } })
    expect(await contentVersion(database.kysely)).toBe(before)
  })

  it('stay whole when what is stored no longer fits', async () => {
    await writeRaw({ ...sampleSettings, accent: 'mud', headlines: undefined, gone: 1 })
    const { settings: kind } = await settings.get()
    expect(kind).toEqual({ ...sampleSettings, accent: emptySettings.accent, headlines: [] })
  })

  it('keep the order and visibility of the sections when a version adds or removes one', async () => {
    const [home, ...others] = sampleSettings.sections
    const own = others.toReversed().map((item, at) => ({ ...item, visible: at !== 1 }))
    const missing = own.find(({ id }) => id === 'resume')
    const kept = own.filter(({ id }) => id !== 'resume')
    await writeRaw({ ...sampleSettings, sections: [home, ...kept, { id: 'gone', visible: true }] })
    const { settings: read } = await settings.get()
    expect(read.sections).toEqual([home, ...kept, { ...missing, visible: true }])
    const { settings: saved } = await settings.update({ sections: read.sections }, { by })
    expect(saved.sections).toEqual(read.sections)
  })

  it('keep the order of Resume when a version adds or removes a part', async () => {
    await writeRaw({ ...sampleSettings, resumeOrder: ['skills', 'gone', 'experiences'] })
    expect((await settings.get()).settings.resumeOrder).toEqual([
      ...['skills', 'experiences', 'educations', 'certificates', 'languages'],
    ])
    const twice = ['skills', 'skills', 'experiences', 'educations', 'certificates']
    await expect(settings.update({ resumeOrder: twice }, { by })).rejects.toMatchObject({
      fields: { resumeOrder: 'Every part must be listed exactly once.' },
    })
  })

  it('refuse control characters in every text, and keep tab and line end in the long ones', async () => {
    const before = await contentVersion(database.kysely)
    const wrong = { introduction: 'a\u0007b', acknowledgement: 'a\u001bb', contactSentence: 'a\tb', name: 'a\u007f' }
    for (const [name, value] of Object.entries(wrong))
      await expect(settings.update({ [name]: value }, { by })).rejects.toMatchObject({
        fields: { [name]: expect.stringContaining('cannot be shown') },
      })
    await expect(settings.update({ snippets: [{ title: 'T', text: 'a\u0000' }] }, { by })).rejects.toMatchObject({
      fields: { 'snippets.0.text': expect.any(String) },
    })
    expect(await contentVersion(database.kysely)).toBe(before)
    const { settings: changed } = await settings.update({ introduction: 'One\n\ttwo' }, { by })
    expect(changed.introduction).toBe('One\n\ttwo')
  })

  it('keep a long text of an earlier version that holds control characters, without these', async () => {
    await writeRaw({ ...sampleSettings, introduction: 'a\u0007b\nc' })
    expect((await settings.get()).settings.introduction).toBe('ab\nc')
  })

  it('let one of 20 parallel writes on one version win', async () => {
    const { version } = await settings.get()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => settings.update({ name: `Name ${n}` }, { by, version })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await settings.get()).toMatchObject({ version: version + 1 })
  })

  it('keep the counters of a version in which they could not count a collection', async () => {
    const { settings: before } = await settings.get()
    await writeRaw({ ...before, counters: [{ value: 12, label: 'boats' }] })
    expect((await settings.get()).settings.counters).toEqual([{ value: 12, label: 'boats', counts: '' }])
    await writeRaw(before)
  })
})
