import { afterAll, beforeAll, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { brokenPositions, writeAtRandom } from '../../../tests/contract/write-at-random.ts'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { itOnce, onEachDatabase, onOneDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { examples } from '../../model/content/examples.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import type { Database } from '../db/database.ts'
import { contentVersion, type Journal } from '../journal/journal.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia, type Media } from '../media/media.ts'
import { createSettings, type SettingsStore } from '../settings/settings-store.ts'
import { createContentReader } from './content.ts'
import { createPastSite } from './past-site.ts'

const by = 'owner'
const [project] = examples.projects
const [skill] = examples.skills
if (!project || !skill) throw new Error('The examples are gone.')

onEachDatabase('the site as it was', (store, kind) => {
  const once = itOnce(kind)
  let database: Database
  let entries: Entries
  let settings: SettingsStore
  let journal: Journal
  let past: ReturnType<typeof createPastSite>
  let media: Media
  let page: () => Promise<object>

  const images = createImageProcess()
  afterAll(() => images.close())

  beforeAll(async () => {
    database = store().database
    await plantExampleImages(database)
    entries = createEntries(database)
    settings = createSettings(database)
    media = createMedia({ database, bucket: undefined, images })
    journal = journalOf(database, media)
    past = createPastSite(database, media)
    const read = createContentReader({ db: database, entries, settings, media })
    page = async () => {
      const { version: _, redirects: __, times: ___, ...shown } = await read()
      return shown
    }
    await settings.initialise(sampleSettings, { by })
  })

  const newest = () => contentVersion(database.kysely)
  const bringBack = async (change: number) => past.bringBack({ change, version: await newest() }, { by })
  const pageThen = async (change: number) => {
    const { version: _, ...shown } = (await past.read({ change })).content
    return shown
  }

  /** Some changes of a kind each, and now and then several in one. */
  const act = async (random: ReturnType<typeof seededRandom>) => {
    if (!random.chance(0.15)) return writeAtRandom(entries, settings, random)
    const trash = random.chance(0.4)
    const name = random.pick(['skills', 'projects'] as const)
    const { entries: list } = await entries.list(name, { limit: 200, trash })
    const some = random.shuffled(list).slice(0, 4)
    const change = trash ? { deleted: false } : random.pick([{ deleted: true }, { published: random.chance(0.5) }])
    if (some.length > 0) await entries.changeAll(name, { entries: some.map(({ id }) => ({ id })), ...change }, { by })
    if (random.chance(0.3)) await journal.undo(await newest(), { by }).catch(() => {})
    return 'together'
  }

  once('equals what was stored at that moment, and is brought back and undone byte for byte', async () => {
    const random = seededRandom(20_270_114)
    const moments: { change: number; stored: string; page: object }[] = []
    const chosen = random.shuffled(Array.from({ length: 520 }, (_, n) => n)).slice(0, 4)
    const did = new Set<string>()
    for (let n = 0; n < 520; n += 1) {
      did.add(await act(random))
      if (chosen.includes(n))
        moments.push({ change: await newest(), stored: await exported(database), page: await page() })
    }
    expect([...did].sort()).toEqual([
      'create',
      'publish',
      'refused',
      'remove',
      'reorder',
      'restore',
      'settings',
      'together',
      'unpublish',
      'update',
    ])
    const now = await exported(database)
    for (const moment of moments) {
      expect(await pageThen(moment.change)).toEqual(moment.page)
      expect(await bringBack(moment.change)).toBeGreaterThan(0)
      expect(await exported(database)).toBe(moment.stored)
      expect(await page()).toEqual(moment.page)
      expect(await brokenPositions(database)).toEqual({})
      expect(await bringBack(moment.change)).toBe(0)
      const undo = await journal.undo(await newest(), { by })
      expect(await exported(database)).toBe(now)
      await journal.undo(undo.id, { by })
      expect(await exported(database)).toBe(moment.stored)
      await journal.undo(await newest(), { by })
      expect(await exported(database)).toBe(now)
    }
  })

  it('is one row of the history that opens, and names what would change before', async () => {
    const made = await entries.create('skills', { ...skill, name: 'Old words' }, { by })
    const other = await entries.create('skills', { ...skill, name: 'Other' }, { by })
    const moment = await newest()
    expect(await past.read({ change: moment })).toMatchObject({ isSame: true, collections: [], settings: [], lost: 0 })
    await entries.update('skills', made.id, { name: 'New words' }, { by, version: made.version })
    await entries.remove('skills', other.id, { by })
    await entries.create('skills', { ...skill, name: 'Later' }, { by })
    await settings.update({ role: 'Plumber' }, { by })
    expect(await past.read({ change: moment })).toMatchObject({
      ...{ change: moment, isSame: false, settings: ['role'], lost: 0, missing: [] },
      collections: [{ collection: 'skills', back: 1, away: 1, changed: 1, inTrash: 0, reordered: false }],
    })
    expect(await bringBack(moment)).toBe(4)
    const { changes } = await journal.list({ grouped: true, limit: 1 })
    expect(changes).toMatchObject([{ action: 'bring-back', collection: 'site', size: 5 }])
    expect((await journal.list({ batch: changes[0]?.id ?? 0 })).changes).toHaveLength(5)
  })

  it('takes addresses that others have by now, also when they were swapped, or a category has one', async () => {
    const create = (slug: string) => entries.create('projects', { ...project, slug }, { by })
    const rename = async (id: string, slug: string) => {
      const { version } = await entries.get('projects', id)
      await entries.update('projects', id, { slug }, { by, version })
    }
    const [one, two] = [await create('first-address'), await create('second-address')]
    const pageMade = await entries.create('pages', { title: 'Work', slug: 'my-work', blocks: [] } as never, {
      by,
      publish: false,
    })
    const moment = await newest()
    const stored = await exported(database)
    await rename(one.id, 'third-address')
    await rename(two.id, 'first-address')
    await rename(one.id, 'second-address')
    await entries.remove('pages', pageMade.id, { by })
    const { settings: live } = await settings.get()
    await settings.update(
      { categories: [...live.categories, { id: 'my-work', slug: 'my-work', label: 'Work' }] },
      { by },
    )
    const later = await newest()
    const now = await exported(database)
    await bringBack(moment)
    expect(await exported(database)).toBe(stored)
    await bringBack(later)
    expect(await exported(database)).toBe(now)
    await journal.undo(await newest(), { by })
    expect(await exported(database)).toBe(stored)
    await journal.undo(await newest(), { by })
    expect(await exported(database)).toBe(now)
  })

  it('leaves out what is deleted for good since, and says so', async () => {
    const gone = await entries.create('skills', { ...skill, name: 'Gone for good' }, { by })
    const moment = await newest()
    await entries.remove('skills', gone.id, { by })
    await entries.erase('skills', [gone.id], { by })
    expect(await past.read({ change: moment })).toMatchObject({ isSame: true, lost: 1 })
    expect(await bringBack(moment)).toBe(0)
    expect(JSON.stringify(await past.read({ change: moment }))).not.toContain('Gone for good')
  })

  it('names the images that are deleted for good or in the trash of Media', async () => {
    const upload = async (name: string, color: string) =>
      (await media.upload(await halves(32, 16, color, '#2040c0').png().toBuffer(), { name, by })).id
    const [cover, icon] = [await upload('cover.png', '#c04020'), await upload('icon.png', '#40c020')]
    const made = await entries.create('projects', { ...project, title: 'Tide', slug: 'tide', image: cover }, { by })
    await settings.update({ icon }, { by })
    const moment = await newest()
    await entries.update('projects', made.id, { image: project.image }, { by, version: made.version })
    await settings.update({ icon: null }, { by })
    await media.removeAll([cover, icon], { by })
    await media.erase([icon], { by })
    expect((await past.read({ change: moment })).missing).toEqual([
      { collection: 'projects', title: 'Tide', what: 'Image', inTrash: true },
      { collection: 'settings', title: '', what: 'Site icon', inTrash: false },
    ])
    await bringBack(moment)
    expect((await settings.get()).settings.icon).toBe(icon)
    await journal.undo(await newest(), { by })
    expect((await settings.get()).settings.icon).toBeNull()
  })

  it('leaves nothing behind when it ends in the middle', async () => {
    const moment = await newest()
    await entries.create('skills', { ...skill, name: 'Cut off' }, { by })
    const change: Database['change'] = (work) =>
      database.change(async (trx, announce) => {
        await work(trx, announce)
        throw new Error('Ended')
      })
    const [stored, version] = [await exported(database), await newest()]
    await expect(
      createPastSite({ ...database, change }, media).bringBack({ change: moment, version }, { by }),
    ).rejects.toThrow('Ended')
    expect([await exported(database), await newest()]).toEqual([stored, version])
  })
})

onOneDatabase('The API of the site as it was', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)

  it('shows the owner a past site and brings it back on the page, and nobody else', async () => {
    const made = await owner.post('/api/entries/skills', { data: skill })
    const then = await owner.get(`/api/past-site?at=${new Date().toISOString()}`)
    expect([then.status, then.body.isSame]).toEqual([200, true])
    await owner.send('DELETE', `/api/entries/skills/${made.body.id}`)
    const { body } = await owner.get(`/api/past-site?change=${then.body.change}`)
    expect(body).toMatchObject({ isSame: false, collections: [{ collection: 'skills', back: 1 }] })
    expect(body.content.skills).toMatchObject([{ name: skill.name }])
    const asked = { change: body.change, version: body.version }
    const stranger = app.browser()
    expect((await stranger.get(`/api/past-site?change=${body.change}`)).status).toBe(401)
    expect((await stranger.post('/api/past-site/restoration', asked)).status).toBe(401)
    const before = (await owner.get('/api/changes')).body
    const stale = await owner.post('/api/past-site/restoration', { ...asked, version: body.version - 1 })
    expect([stale.status, stale.body.message]).toEqual([409, 'This site was changed elsewhere since you opened it.'])
    expect((await owner.get('/api/changes')).body).toEqual(before)
    expect(app.content().skills).toEqual([])
    expect((await owner.post('/api/past-site/restoration', asked)).body).toEqual({ changed: 1 })
    expect(app.content().skills).toMatchObject([{ name: skill.name }])
    expect((await owner.get('/api/past-site')).body.fields).toEqual({ at: 'Choose a day and a time.' })
    expect((await owner.get('/api/past-site?at=2001-01-01T00:00:00Z')).status).toBe(422)
    expect((await owner.get('/api/past-site?change=999999')).status).toBe(404)
  })
})
