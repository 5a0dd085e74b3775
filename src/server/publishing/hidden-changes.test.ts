import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { type LiveSite, lineSite, publicUrl, startLiveSite } from '../../../tests/support/live-site.ts'
import { examples } from '../../model/content/examples.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { contentVersion } from '../journal/journal.ts'

const by = 'owner'
const [example] = examples.projects

onEachDatabase('A change of which visitors see nothing', (store) => {
  const work: string[] = []
  const sites: LiveSite[] = []
  const start = async (name: string) => {
    const pages = (content: Parameters<typeof lineSite.pages>[0]) => {
      work.push(`${name} renders`)
      return lineSite.pages(content)
    }
    const site = await startLiveSite(store().options, { ...lineSite, pages })
    const { db, publisher } = site.services
    const read = db.readTransaction
    vi.spyOn(db, 'readTransaction').mockImplementation((inner) => {
      work.push(`${name} reads`)
      return read(inner)
    })
    sites.push(site)
    // What is made of the content, the CV above all, is made again for other content only.
    return { ...site.services, shown: publisher.content }
  }
  let here: Awaited<ReturnType<typeof start>>
  let others: (typeof here)[] = []
  beforeAll(async () => {
    here = await start('here')
    await here.settings.initialise(sampleSettings, { by })
    // Only notices say what a change was; processes on one SQLite file compare what is stored.
    others = store().database.kind === 'postgres' ? [await start('there')] : []
  })
  afterAll(() => Promise.all(sites.map((site) => site.stop())))

  /** Resolves when every process knows of the newest change. */
  const settled = async () => {
    const newest = await contentVersion(store().database.kysely)
    for (const { publisher } of [here, ...others]) {
      await expect.poll(() => publisher.status().version).toBe(newest)
      // A second notice of the same change may have come meanwhile.
      await publisher.idle()
    }
  }

  it('reads, renders and makes nothing of the published site, in any process', async () => {
    const { entries, settings, journal, shareLinks } = here
    const live = await entries.create('projects', { ...example, image: null, slug: 'live' } as never, { by })
    await settled()
    const before = [here, ...others].map((one) => one.shown())
    work.length = 0

    const edited = await entries.update('projects', live.id, { title: 'New' }, { ...live, by, publish: false })
    const draft = { ...example, image: null, title: 'Draft', slug: 'draft' } as never
    const fresh = await entries.create('projects', draft, { by, publish: false })
    await entries.update('projects', fresh.id, { title: 'Second' }, { ...fresh, by, publish: false })
    const [last] = (await journal.list({ collection: 'projects' })).changes
    await journal.undo(last?.id ?? 0, { by })
    await settings.update({ role: 'Plumber' }, { by, publish: false })
    const link = await shareLinks.create('projects', fresh.id, { days: 1 }, { by })
    await settled()
    expect(work).toEqual([])
    expect([here, ...others].map((one) => one.shown())).toEqual(before)

    const path = link.url?.slice(publicUrl.length) ?? ''
    expect((await sites[0]?.ask(path))?.text).toContain('"title":"Draft"')
    const { version } = await entries.get('projects', fresh.id)
    await entries.update('projects', fresh.id, { title: 'Third' }, { by, version, publish: false })
    expect((await sites[0]?.ask(path))?.text).toContain('"title":"Third"')
    await settled()
    expect(work).toEqual([])

    await entries.publish('projects', live.id, { by, version: edited.version })
    await settled()
    expect(work).toContain('here reads')
    for (const one of [here, ...others]) expect(one.shown()?.projects.at(-1)?.title).toBe('New')
  })
})
