import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { by, keepMedia } from '../../../tests/support/media.ts'
import { samplePdf } from '../../../tests/support/sample-pdf.ts'
import { Invalid, NotFound, TooLarge, Unavailable, UnsupportedType } from '../../model/errors.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { createEntries } from '../content/entries.ts'
import { createContentReader } from '../publishing/content.ts'
import { createSettings } from '../settings/settings-store.ts'
import { createImageProcess } from './image-process.ts'
import { cleanUpMedia, createMedia } from './media.ts'

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10" onload="alert(1)"><path d="M0 0h40v10z"/></svg>'

onOneDatabase('files in media', (store) => {
  const { database, media, refuses, uploaded } = keepMedia(store)
  const upload = (bytes: Uint8Array, name = 'cv.pdf') => media().upload(bytes, { name, by })
  const nameOf = (url: string) => url.slice('/media/'.length)

  describe('a PDF', () => {
    it('is kept to the byte and served under a name made of its content', async () => {
      const bytes = samplePdf('kept')
      const file = await upload(bytes, 'C:\\Là-bas\u202e.pdf')
      expect(file).toMatchObject({ kind: 'file', type: 'application/pdf', name: 'Là-bas.pdf', size: bytes.length })
      expect(file.url).toMatch(/^\/media\/[0-9a-f]{16}\.pdf$/)
      const served = await media().variant(nameOf(file.url))
      expect(served).toMatchObject({ type: 'application/pdf', fileName: 'Là-bas.pdf' })
      expect(Buffer.from(served?.bytes ?? []).equals(Buffer.from(bytes))).toBe(true)
      expect(await upload(bytes)).toMatchObject({ id: file.id, known: true })
      expect(await media().images([file.id])).toEqual({})
    })

    it('is believed by its bytes, whatever its name says', async () => {
      for (const text of [
        '%PDF-1.7\n1 0 obj',
        '%PDF-nothing\nstartxref\n9\n%%EOF\n',
        '<html>%PDF-1.4 startxref 1 %%EOF',
      ])
        await refuses(() => upload(Buffer.from(text)), UnsupportedType)
      await refuses(() => upload(samplePdf('large', 10 * 1024 * 1024)), TooLarge)
      expect(await upload(samplePdf('named otherwise'), 'image.png')).toMatchObject({ kind: 'file' })
    })

    it('of ten megabytes costs the server a few times its size', async () => {
      const bytes = samplePdf('ten', 10 * 1024 * 1024 - 2000)
      const before = process.memoryUsage().rss
      const file = await upload(bytes)
      expect(file.size).toBe(bytes.length)
      expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024)
    })

    it('that is replaced keeps its links: the former name leads to the present one', async () => {
      const file = await upload(samplePdf('one'))
      const next = await media().replace(file.id, samplePdf('two'), { by, name: 'two.pdf' })
      expect(await media().variant(nameOf(file.url))).toMatchObject({ movedTo: next.url })
      await refuses(async () => media().replace(file.id, Buffer.from(logo), { by, name: 'x.svg' }), UnsupportedType)
      const journal = journalOf(database())
      const [change] = (await journal.list({ entry: file.id })).changes
      await journal.undo(change?.id ?? 0, { by })
      expect((await media().get(file.id)).url).toBe(file.url)
      expect(await media().variant(nameOf(file.url))).toMatchObject({ fileName: 'cv.pdf' })
    })

    it('in the trash is served to nobody, and is whole after months', async () => {
      const file = await upload(samplePdf('trash'))
      await media().remove(file.id, { by })
      expect(await media().variant(nameOf(file.url))).toBeUndefined()
      await cleanUpMedia(database(), Date.now() + 200 * 24 * 3_600_000)
      await media().restore(file.id, { by })
      expect(await media().variant(nameOf(file.url))).toMatchObject({ type: 'application/pdf' })
    })

    it('is no image for a field that shows one', async () => {
      const file = await upload(samplePdf('no image'))
      const settings = createSettings(database())
      await settings.initialise(emptySettings, { by })
      await refuses(() => settings.update({ icon: file.id }, { by }), Invalid)
    })
  })

  describe('an SVG', () => {
    it('is stored sanitized alone, shown as it is, and cropped nowhere', async () => {
      const item = await upload(Buffer.from(logo), 'logo.svg')
      expect(item).toMatchObject({ kind: 'image', type: 'image/svg+xml', width: 512, height: 128, vector: item.url })
      const blobs = await database().kysely.selectFrom('blobs').selectAll().where('media', '=', item.id).execute()
      expect(blobs).toHaveLength(1)
      for (const { bytes } of blobs) expect(Buffer.from(bytes).toString()).not.toContain('onload')
      expect(await media().variant(nameOf(item.url))).toMatchObject({ type: 'image/svg+xml' })
      expect((await media().thumbnail(item.id)).type).toBe('image/svg+xml')
      expect(await media().images([item.id])).toMatchObject({ [item.id]: { vector: item.url } })
      expect(await upload(Buffer.from(logo), 'again.svg')).toMatchObject({ id: item.id, known: true })
      const crop = { x: 0, y: 0, width: 0.5, height: 1 }
      await refuses(() => media().update(item.id, { crop }, { by }), Invalid)
      const focused = await media().update(item.id, { alt: 'A logo', focus: { x: 0.1, y: 0.2 } }, { by })
      expect(focused).toMatchObject({ alt: 'A logo', focus: { x: 0.1, y: 0.2 } })
    })
  })

  describe('the list', () => {
    it('finds by name and description, by kind, and what nothing uses; sorted, in pages', async () => {
      const image = await uploaded('Ein schöner Hafen')
      for (const n of [10, 2, 1]) await upload(samplePdf(`page ${n}`, n * 1000), `Brief ${n}.pdf`)
      const names = async (options: Parameters<ReturnType<typeof media>['list']>[0]) =>
        (await media().list(options)).media.map(({ name }) => name)
      expect(await names({ q: 'schoner HAFEN' })).toEqual([image.name])
      expect(await names({ q: 'hafen', kind: 'file' })).toEqual([])
      expect(await names({ q: 'brief', sort: 'name' })).toEqual(['Brief 1.pdf', 'Brief 2.pdf', 'Brief 10.pdf'])
      expect(await names({ q: 'brief', sort: 'size' })).toEqual(['Brief 10.pdf', 'Brief 2.pdf', 'Brief 1.pdf'])
      const first = await media().list({ q: 'brief', sort: 'name', limit: 2 })
      const cursor = first.next ?? ''
      expect(await names({ q: 'brief', sort: 'name', limit: 2, cursor })).toEqual(['Brief 10.pdf'])

      const settings = createSettings(database())
      const [used] = first.media
      await settings.update({ icon: image.id, cv: used?.url }, { by })
      const unused = await media().list({ unused: true, limit: 200 })
      const ids = unused.media.map(({ id }) => id)
      expect([ids.includes(image.id), ids.includes(used?.id ?? '')]).toEqual([false, false])
      expect(await names({ unused: true, q: 'brief' })).toEqual(['Brief 2.pdf', 'Brief 10.pdf'])
      expect(await media().uses(image.id)).toMatchObject([{ collection: 'settings', onPage: true }])
      // A link to the file that was replaced is a use, too.
      await media().replace(used?.id ?? '', samplePdf('newer'), { by, name: 'newer.pdf' })
      expect(await media().uses(used?.id ?? '')).toHaveLength(1)
    })
  })

  describe('several at once', () => {
    it('go to the trash as one change and come back by one undo', async () => {
      const items = [await uploaded(), await upload(samplePdf('bulk')), await uploaded()]
      const ids = items.map(({ id }) => id)
      await media().removeAll(ids, { by })
      for (const id of ids) expect((await media().get(id)).deletedAt).not.toBeNull()
      const journal = journalOf(database())
      const [last] = (await journal.list({ limit: 1 })).changes
      await journal.undo(last?.id ?? 0, { by })
      for (const id of ids) expect((await media().get(id)).deletedAt).toBeNull()
    })

    it('stay where they are when one of them is not there', async () => {
      const { id } = await uploaded()
      await refuses(() => media().removeAll([id, '00000000-0000-7000-8000-000000000000'], { by }), NotFound)
    })
  })

  describe('the site icon', () => {
    let icon: string
    beforeAll(async () => {
      icon = (await uploaded('', 60)).id
    })
    afterAll(() => cleanUpMedia(database(), Date.now() + 200 * 24 * 3_600_000))

    it('is made in every size, once, and again after a crop', async () => {
      await media().prepareIcon(icon)
      const { [icon]: image } = await media().images([icon])
      expect(image?.icons?.map(({ size }) => size)).toEqual([32, 180, 192, 512])
      for (const { url } of image?.icons ?? [])
        expect(await media().variant(nameOf(url))).toMatchObject({ type: 'image/png' })
      await media().prepareIcon(icon)
      await media().update(icon, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by })
      expect((await media().images([icon]))[icon]?.icons).toBeUndefined()
      await media().prepareIcon(icon)
      const { [icon]: cropped } = await media().images([icon])
      expect(cropped?.icons?.[0]?.url).not.toBe(image?.icons?.[0]?.url)
    })

    it('keeps nobody waiting who publishes: they are told when it is there, and not when it cannot be made', async () => {
      const process = createImageProcess()
      const { promise: turn, resolve: begin } = Promise.withResolvers<void>()
      let [asked, told] = [0, 0]
      const icons = async (bytes: Uint8Array) => {
        asked += 1
        await turn
        if (asked > 1) throw new Unavailable('No memory.')
        return process.icons(bytes)
      }
      const busy = createMedia({ database: database(), images: { ...process, icons } })
      const settings = createSettings(database())
      const parts = { db: database(), entries: createEntries(database()), settings, media: busy }
      const onIcons = () => {
        told += 1
      }
      const read = createContentReader({ ...parts, onIcons })
      const iconsOf = async (id: string) => (await read()).media[id]?.icons?.length
      const { id } = await uploaded('', 64)
      await settings.update({ icon: id }, { by })
      expect([await iconsOf(id), await iconsOf(id), told]).toEqual([undefined, undefined, 0])
      begin()
      await expect.poll(() => told).toBe(2)
      expect([await iconsOf(id), asked]).toEqual([4, 1])
      const { id: other } = await uploaded('', 68)
      await settings.update({ icon: other }, { by })
      expect(await iconsOf(other)).toBeUndefined()
      expect(await busy.prepareIcon(other)).toBe(false)
      expect([await iconsOf(id), told]).toEqual([undefined, 2])
      await settings.update({ icon: null }, { by })
      process.close()
    })
  })
})
