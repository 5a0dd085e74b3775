import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { databases, itOnce, type TestStore } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { collectionNames } from '../../model/content/collections.ts'
import { samplesOf } from '../../model/content/examples.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { createEntries } from '../content/entries.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia, type Media } from '../media/media.ts'
import { withPreparedSamples } from '../media/prepared-samples.ts'
import { packageRoot } from '../process/package-root.ts'
import { createSettings } from '../settings/settings-store.ts'
import { loadSamples, sampleImages } from './load-samples.ts'

const counts = Object.fromEntries(collectionNames.map((name) => [name, samplesOf(name).length]))
const nothing = Object.fromEntries(Object.keys(counts).map((name) => [name, 0]))

describe('the sample images', () => {
  it('all have a description', () => {
    const alts = JSON.parse(readFileSync(new URL('samples/alt.json', packageRoot), 'utf8'))
    for (const file of sampleImages()) expect(alts[file], file).toMatch(/^[^\n]{10,300}$/)
  })
})

const images = withPreparedSamples(createImageProcess())
afterAll(() => images.close())

for (const kind of databases) {
  describe.skipIf(!kind.available)(`the first start on ${kind.name}`, () => {
    const once = itOnce(kind)
    const stores: TestStore[] = []
    afterAll(async () => {
      for (const store of stores) await store.remove()
    })

    const open = async () => {
      const store = await kind.create()
      stores.push(store)
      const { database } = store
      const published = async () => {
        const lists = await createEntries(database).published()
        return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]))
      }
      return { database, images, media: createMedia({ database, images }), published }
    }

    it('shows every example with its images, and says how far it is', async () => {
      const { published, ...store } = await open()
      const said: string[] = []
      expect(await loadSamples({ ...store, onImage: (number, of) => said.push(`${number}/${of}`) })).toBe(true)
      const files = sampleImages()
      expect(said).toEqual(files.map((_, index) => `${index + 1}/${files.length}`))
      expect(await published()).toEqual(counts)
      const { settings } = await createSettings(store.database).get()
      expect(settings).toEqual(sampleSettings)
      expect(await store.media.variant(settings.cv.slice('/media/'.length))).toMatchObject({ type: 'application/pdf' })
      const { about, projects } = await createEntries(store.database).published()
      const ids = [...about, ...projects].map(({ image }) => image ?? '')
      const shown = await store.media.images(ids)
      expect(Object.keys(shown)).toHaveLength(about.length + projects.length)
      for (const { alt } of Object.values(shown)) expect(alt).not.toBe('')

      // A second start finds everything in place.
      const { changes } = await journalOf(store.database).list({ limit: 1 })
      expect(await loadSamples(store)).toBe(false)
      expect((await journalOf(store.database).list({ limit: 1 })).changes).toEqual(changes)
    })

    once('cut short at any image leaves an empty page, and the next start completes it', async () => {
      const { published, ...store } = await open()
      const few: Media = { ...store.media }
      let left = 2
      few.upload = (...upload) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('cut short')) : store.media.upload(...upload)
      }
      await expect(loadSamples({ ...store, media: few })).rejects.toThrow('cut short')
      expect(await published()).toEqual(nothing)
      expect((await createSettings(store.database).get()).version).toBe(0)
      expect(await loadSamples(store)).toBe(true)
      expect(await published()).toEqual(counts)
      expect((await store.media.list({ limit: 100, kind: 'image' })).media).toHaveLength(sampleImages().length)
    })

    once('cut short between two entries leaves an empty page', async () => {
      const { published, ...store } = await open()
      // Only the last image's entry cannot be written; by then all those before it have been.
      const last = sampleImages().at(-1)?.replace('.svg', '.png')
      const upload = async (_: Uint8Array, { name }: { name: string }) => ({ id: name === last ? '' : name })
      const broken: Media = { ...store.media, upload: upload as never }
      await expect(loadSamples({ ...store, media: broken })).rejects.toThrow()
      expect(await published()).toEqual(nothing)
      expect((await journalOf(store.database).list()).changes).toEqual([])
    })

    it('in two processes at once fills the page once', async () => {
      const { published, ...store } = await open()
      const results = await Promise.all([loadSamples(store), loadSamples(store)])
      expect(results.toSorted()).toEqual([false, true])
      expect(await published()).toEqual(counts)
    })

    once('without samples has an empty page, and stays that way', async () => {
      const { published, ...store } = await open()
      expect(await loadSamples({ ...store, empty: true })).toBe(true)
      expect((await createSettings(store.database).get()).settings).toEqual({
        ...emptySettings,
        categories: [],
        resumeOrder: ['experiences', 'educations', 'skills', 'certificates', 'languages'],
        copyrightSince: new Date().getFullYear(),
      })
      // Not even when its owner takes the very first change back.
      const journal = journalOf(store.database)
      await journal.undo((await journal.list()).changes[0]?.id ?? 0, { by: 'owner' })
      expect(await loadSamples(store)).toBe(false)
      expect(await published()).toEqual(nothing)
    })

    once('leaves a store alone that was filled by other means', async () => {
      const { published, ...store } = await open()
      await createEntries(store.database).create('skills', { name: 'Cobol', percent: 90 }, { by: 'import' })
      expect(await loadSamples(store)).toBe(false)
      expect(await published()).toEqual({ ...nothing, skills: 1 })
    })
  })
}
