import { afterAll, beforeAll, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { experienceFirst } from '../../model/sections/sections.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { introductionFields } from '../../model/setup/introduction.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import type { Database } from '../db/database.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia, type Media } from '../media/media.ts'
import { withPreparedSamples } from '../media/prepared-samples.ts'
import { createContentReader } from '../publishing/content.ts'
import { createSettings } from '../settings/settings-store.ts'
import { introduce } from './api.ts'
import { loadSamples, sampleImages } from './load-samples.ts'
import { countOwnProjects, listRemnants, removeSamples } from './samples.ts'

const by = 'owner'
const images = withPreparedSamples(createImageProcess())
afterAll(() => images.close())

const facts = {
  name: 'Ada Byron',
  role: 'Analyst',
  headline: 'Notes on engines',
  live: 'London',
  email: 'ada@analytical.example',
  age: null,
  from: '',
  links: [{ label: 'Code', url: 'https://code.example' }],
  cv: '',
}

onOneDatabase('a new site', (store) => {
  let database: Database
  let entries: Entries
  let media: Media
  let portrait: string

  beforeAll(async () => {
    database = store().database
    entries = createEntries(database)
    media = createMedia({ database, images })
    await loadSamples({ database, images, media })
    portrait = (await media.list({ limit: 1, kind: 'image' })).media[0]?.id ?? ''
  })

  const read = () => createContentReader({ db: database, entries, settings: createSettings(database), media })()

  it('names every piece of the samples', async () => {
    const remnants = await listRemnants(database)
    const count = (collection: string) => remnants.filter((one) => one.collection === collection).length
    expect(count('projects')).toBe((await entries.list('projects')).entries.length)
    expect(count('media')).toBe(sampleImages().length + ['cv.pdf'].length)
    expect(remnants.filter(({ collection }) => collection === 'settings').map(({ field }) => field)).toEqual(
      expect.arrayContaining(['role', 'headlines', 'introduction', 'cv', 'counters', 'socials', 'snippets']),
    )
    expect(remnants.every(({ field, collection }) => field === null || collection === 'settings')).toBe(true)
    expect(await countOwnProjects(database.kysely)).toBe(0)
  })

  it('shows the owner’s facts wherever the page uses them, as one change', async () => {
    const before = await exported(database)
    const change = await introduce(database, { ...facts, portrait }, by)
    const { settings, about } = await read()
    expect(settings).toMatchObject({
      name: 'Ada Byron',
      role: 'Analyst',
      headlines: ['Notes on engines'],
      location: 'London',
    })
    expect(settings.socials).toEqual([...facts.links, { label: 'Email', url: 'mailto:ada@analytical.example' }])
    expect(about[0]).toMatchObject({ name: 'Ada Byron', age: null, from: '', live: 'London', image: portrait })
    await journalOf(database, media).undo(change ?? 0, { by })
    expect(await exported(database)).toBe(before)
  })

  it('takes an owner who shows no portrait', async () => {
    const before = await exported(database)
    const change = await introduce(database, { ...facts, portrait: null }, by)
    const { about } = await read()
    expect(about[0]).toMatchObject({ name: 'Ada Byron', image: null })
    await journalOf(database, media).undo(change ?? 0, { by })
    expect(await exported(database)).toBe(before)
  })

  it('closes registration or opens it as the owner answers, and leaves it alone without an answer', async () => {
    const before = await exported(database)
    const changes: number[] = []
    const opened = async (answer: { registration?: boolean }) => {
      changes.unshift((await introduce(database, { ...facts, portrait, ...answer }, by)) ?? 0)
      return (await createSettings(database).get()).settings.registration
    }
    const [no, yes] = [{ registration: false }, { registration: true }]
    expect([await opened({}), await opened(no), await opened({}), await opened(yes)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(introductionFields.registration.empty).toBe(false)
    for (const change of changes) if (change > 0) await journalOf(database, media).undo(change, { by })
    expect(await exported(database)).toBe(before)
  })

  it('takes the page’s language and the text of About, and leaves both alone without an answer', async () => {
    const before = await exported(database)
    const own = async (answer: { language?: string; introduction?: string }) => {
      const change = await introduce(database, { ...facts, portrait, ...answer }, by)
      const { language, introduction } = (await read()).settings
      await journalOf(database, media).undo(change ?? 0, { by })
      return { language, introduction }
    }
    const { language, introduction } = sampleSettings
    expect(await own({})).toEqual({ language, introduction })
    expect(await own({ language: 'fr', introduction: '' })).toEqual({ language: 'fr', introduction: '' })
    expect(await exported(database)).toBe(before)
  })

  it('names the fields that still are the sample’s in an entry that was changed', async () => {
    const [project] = (await entries.list('projects')).entries
    const { id = '', version = 0, data } = project ?? {}
    await entries.update('projects', id, { title: 'Mine' }, { by, version })
    const left = (await listRemnants(database)).filter(({ entry }) => entry === id)
    expect(left.map(({ field }) => field)).toEqual(expect.arrayContaining(['blocks', 'summary']))
    expect(left.map(({ field }) => field)).not.toContain('title')
    expect(left[0]?.title).toBe('Mine')
    await entries.update('projects', id, { title: (data as { title: string }).title }, { by, version: version + 1 })
  })

  it('loses all samples in one change, which one undo takes back, and keeps what the owner made', async () => {
    await introduce(database, { ...facts, portrait }, by)
    const skill = await entries.create('skills', { name: 'Patience', percent: 90 }, { by })
    const before = await exported(database)
    const change = await removeSamples({ database, images }, by)
    const content = await read()
    const { email } = facts
    expect(JSON.stringify(content)).not.toMatch(/mira|solberg|lisbon|tromsø/i)
    expect(content.skills.map(({ id }) => id)).toEqual([skill.id])
    expect(content.about[0]).toMatchObject({ name: 'Ada Byron', email })
    for (const list of [content.projects, content.testimonials, content.services]) expect(list).toEqual([])
    expect((await createSettings(database).get()).settings).toMatchObject({
      introduction: '',
      counters: [],
      snippets: [],
      accent: sampleSettings.accent,
      categories: sampleSettings.categories,
      copyrightSince: new Date().getFullYear(),
      resumeOrder: experienceFirst,
      acknowledgement: emptySettings.acknowledgement,
    })
    // The portrait is a sample image that the owner uses.
    expect(await listRemnants(database)).toMatchObject([{ collection: 'media', entry: portrait }])
    await journalOf(database, media).undo(change ?? 0, { by })
    expect(await exported(database)).toBe(before)
  })

  it('keeps the year of the copyright and the order of Resume that the owner chose, when the samples go and when there are none', async () => {
    const settings = createSettings(database)
    const year = async () => (await settings.get()).settings.copyrightSince
    const resumeOrder = experienceFirst.toReversed()
    await settings.update({ copyrightSince: 2019, resumeOrder }, { by })
    await removeSamples({ database, images }, by)
    expect(await year()).toBe(2019)
    expect((await settings.get()).settings.resumeOrder).toEqual(resumeOrder)
    await settings.update({ copyrightSince: sampleSettings.copyrightSince }, { by })
    await removeSamples({ database, images }, by)
    expect(await year()).toBe(sampleSettings.copyrightSince)
  })

  it('has nothing to remove when there were no samples', async () => {
    const none = await exported(database)
    expect(await removeSamples({ database, images }, by)).toBeNull()
    expect(await exported(database)).toBe(none)
  })
})
