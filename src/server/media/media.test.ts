import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileExporting, readSources } from '../../../scripts/sources.ts'
import { itOnce, onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { absent, by, keepMedia, nameOf } from '../../../tests/support/media.ts'
import { bomb, halves } from '../../../tests/support/pictures.ts'
import { thorough } from '../../../tests/support/thorough.ts'
import { examples } from '../../model/content/examples.ts'
import { Invalid, NotFound, StaleVersion, TooLarge, UnsupportedType } from '../../model/errors.ts'
import { createEntries } from '../content/entries.ts'

onEachDatabase('media', (store, kind) => {
  const once = itOnce(kind)
  const { database, media, fresh, uploaded, traces, refuses } = keepMedia(store)

  describe('an upload', () => {
    it('is kept with what the page needs of it, and journaled', async () => {
      const bytes = await halves(400, 300, '#c04020', '#2040c0').png().toBuffer()
      const medium = await media().upload(bytes, { name: 'C:\\Images\\sunset.png', alt: ' A sunset ', by })
      expect(medium).toMatchObject({ name: 'sunset.png', type: 'image/png', alt: 'A sunset', width: 400, height: 300 })
      expect(medium).toMatchObject({ focus: { x: 0.5, y: 0.5 }, version: 1, deletedAt: null })
      for (const [format, extension] of [
        ['avif', 'avif'],
        ['webp', 'webp'],
        ['jpeg', 'jpg'],
      ] as const) {
        for (const { url, width } of medium.variants[format]) {
          expect(url).toMatch(new RegExp(`^/media/[0-9a-f]{16}-${width}\\.${extension}$`))
          const variant = await media().variant(url.slice('/media/'.length))
          expect(variant?.type).toBe(`image/${format}`)
          const metadata = await sharp(variant?.bytes).metadata()
          expect([metadata.format, metadata.width]).toEqual([format === 'avif' ? 'heif' : format, width])
        }
      }
      const { changes } = await journalOf(database()).list({ entry: medium.id })
      expect(changes).toMatchObject([
        { by, action: 'create', collection: 'media', before: null, after: { alt: 'A sunset' } },
      ])
    })

    it('keeps the original to the byte, but serves it to nobody', async () => {
      const bytes = await fresh()
      const medium = await media().upload(bytes, { name: 'a.png', by })
      const blobs = await database().kysely.selectFrom('blobs').selectAll().where('media', '=', medium.id).execute()
      const original = blobs.find(({ name }) => name.startsWith('original'))
      expect(Buffer.from(original?.bytes ?? []).equals(bytes)).toBe(true)
      for (const { name, size, bytes: stored } of blobs) {
        expect(size).toBe(stored.byteLength)
        expect((await media().variant(name)) === undefined).toBe(name === original?.name)
      }
    })

    it('of the same bytes, once or at once, is one image', async () => {
      const bytes = await fresh()
      const all = await Promise.all([1, 2, 3].map((n) => media().upload(bytes, { name: `${n}.png`, by })))
      const before = await traces()
      const again = await media().upload(bytes, { name: 'again.png', alt: 'Again', by })
      expect([again.known, all.filter(({ known }) => !known).length]).toEqual([true, 1])
      all.push(again)
      expect(new Set(all.map(({ id }) => id)).size).toBe(1)
      expect(await traces()).toEqual(before)
    })

    it('of what lies in the trash takes it back', async () => {
      const bytes = await fresh()
      const { id } = await media().upload(bytes, { name: 'a.png', by })
      await media().remove(id, { by })
      expect(await media().upload(bytes, { name: 'b.png', by })).toMatchObject({ id, name: 'a.png', deletedAt: null })
    })

    it('that was taken back is nowhere, comes back with its words, and may be uploaded as new', async () => {
      const journal = journalOf(database())
      const bytes = await fresh()
      const { known: _, ...medium } = await media().upload(bytes, { name: 'a.png', alt: 'Dusk', by })
      const [creation] = (await journal.list({ entry: medium.id })).changes
      const withdrawal = await journal.undo(creation?.id ?? 0, { by })
      expect(await media().variant(nameOf(medium))).toBeUndefined()
      for (const trash of [false, true])
        expect((await media().list({ trash })).media.map(({ id }) => id)).not.toContain(medium.id)
      await refuses(() => media().get(medium.id), NotFound)
      await refuses(() => media().restore(medium.id, { by }), NotFound)
      const redo = await journal.undo(withdrawal.id, { by })
      expect(await media().get(medium.id)).toEqual({ ...medium, version: 3, updatedAt: expect.any(String) })
      await journal.undo(redo.id, { by })
      const again = await media().upload(bytes, { name: 'b.png', alt: 'Dawn', by })
      expect(again).toMatchObject({ id: medium.id, name: 'b.png', alt: 'Dawn', deletedAt: null })
      expect(await media().variant(nameOf(medium))).toBeDefined()
      // What is there now is another upload: it is not overwritten by bringing the first one back.
      await refuses(() => journal.undo(withdrawal.id, { by }), StaleVersion)
    })

    once('that is refused leaves nothing', async () => {
      const upload =
        (bytes: Uint8Array, alt = '') =>
        () =>
          media().upload(bytes, { name: 'x.png', alt, by })
      await refuses(upload(Buffer.from('<svg onload="alert(1)">')), UnsupportedType)
      await refuses(upload(Buffer.from('%PDF-1.7\n1 0 obj')), UnsupportedType)
      await refuses(upload(Buffer.alloc(6 * 1024 * 1024 + 1)), TooLarge)
      await refuses(upload(bomb(5000, 5000)), TooLarge)
      await refuses(upload(await fresh(), 'x'.repeat(301)), Invalid)
    })

    if (thorough)
      it('of the worst image that is taken costs the server itself little memory', async () => {
        const program = fileURLToPath(new URL('../../../tests/support/upload-worst.ts', import.meta.url))
        const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(store().options)])
        expect(stdout).toMatch(/^\d+\n$/)
        expect(Number(stdout)).toBeLessThan(40 * 1024 * 1024)
      })
  })

  describe('an image', () => {
    once('takes a description and a focal point, based on the version that was seen', async () => {
      const { id } = await uploaded()
      const changed = await media().update(id, { alt: 'Dusk', focus: { x: 0.2, y: 1 } }, { by, version: 1 })
      expect(changed).toMatchObject({ alt: 'Dusk', focus: { x: 0.2, y: 1 }, version: 2 })
      expect(await media().images([id])).toMatchObject({ [id]: { alt: 'Dusk', focus: { x: 0.2, y: 1 } } })
      await refuses(() => media().update(id, { alt: 'Dawn' }, { by, version: 1 }), StaleVersion)
      await refuses(() => media().update(id, { focus: { x: 1.1, y: 0 } }, { by }), Invalid)
      await refuses(() => media().update(id, { alt: 'a\nb' }, { by }), Invalid)
      await refuses(() => media().update(id, { width: 1 } as never, { by }), Invalid)
      await refuses(() => media().update(absent, { alt: 'Dawn' }, { by }), NotFound)
    })

    once('is not written when nothing changes', async () => {
      const { id } = await uploaded('Dusk')
      const before = await traces()
      expect(await media().update(id, { alt: 'Dusk', focus: { x: 0.5, y: 0.5 } }, { by })).toMatchObject({ version: 1 })
      expect(await traces()).toEqual(before)
    })

    it('in the trash is on no page and at no address, until it is restored', async () => {
      const medium = await uploaded()
      const name = nameOf(medium)
      expect(await media().variant(name)).toBeDefined()
      await media().remove(medium.id, { by })
      expect(await media().variant(name)).toBeUndefined()
      expect(await media().images([medium.id])).toEqual({})
      await refuses(() => media().remove(medium.id, { by }), NotFound)
      await refuses(() => media().update(medium.id, { alt: 'x' }, { by }), NotFound)
      await media().restore(medium.id, { by })
      expect(await media().variant(name)).toBeDefined()
      expect(Object.keys(await media().images([medium.id, medium.id, absent]))).toEqual([medium.id])
    })

    it('has changes that can be undone', async () => {
      const journal = journalOf(database())
      const { id } = await uploaded('Dusk')
      await media().update(id, { alt: 'Dawn', focus: { x: 0.2, y: 1 } }, { by })
      await media().remove(id, { by })
      const [removed, updated] = (await journal.list({ entry: id })).changes
      await refuses(() => journal.undo(updated?.id ?? 0, { by }), StaleVersion)
      await journal.undo(removed?.id ?? 0, { by })
      expect(await media().get(id)).toMatchObject({ alt: 'Dawn', deletedAt: null })
      await journal.undo(updated?.id ?? 0, { by })
      expect(await media().get(id)).toMatchObject({ alt: 'Dusk', focus: { x: 0.5, y: 0.5 }, version: 5 })
    })
  })

  it('shows its owner a small image of what it shows and showed, in the trash as well', async () => {
    const whole = await uploaded()
    const cropped = await media().update(whole.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by })
    await media().remove(whole.id, { by })
    const widthOf = async (stem?: string) =>
      (await sharp((await media().thumbnail(whole.id, stem)).bytes).metadata()).width
    expect(await widthOf()).toBe(cropped.width)
    expect(await widthOf(nameOf(whole).slice(0, 16))).toBe(whole.width)
    const other = await uploaded()
    await expect(media().thumbnail(whole.id, nameOf(other).slice(0, 16))).rejects.toThrow(NotFound)
    await expect(media().thumbnail(absent)).rejects.toThrow(NotFound)
  })

  it('is used where a draft or the page names it', async () => {
    const entries = createEntries(database())
    const [example] = examples.projects
    const { id } = await uploaded()
    const other = await uploaded()
    if (!example) throw new Error('The examples are gone.')
    const project = (image: string, slug: string) => ({ ...example, image, slug })
    const live = await entries.create('projects', project(id, 'live'), { by })
    const draft = await entries.create('projects', project(id, 'draft'), { by, publish: false })
    const moved = await entries.create('projects', project(id, 'moved'), { by })
    await entries.update('projects', moved.id, { image: other.id }, { by, version: 1, publish: false })
    const gone = await entries.create('projects', project(id, 'gone'), { by })
    await entries.remove('projects', gone.id, { by })
    const { title } = example
    expect(await media().uses(id)).toEqual([
      { collection: 'projects', entry: live.id, title, onPage: true },
      { collection: 'projects', entry: draft.id, title, onPage: false },
      { collection: 'projects', entry: moved.id, title, onPage: true },
    ])
    expect(await media().uses(other.id)).toMatchObject([{ entry: moved.id, onPage: false }])
    await expect(media().uses(absent)).rejects.toThrow(NotFound)
  })

  describe('the list', () => {
    it('is newest first, in pages, apart from the trash', async () => {
      const ids = [await uploaded(), await uploaded(), await uploaded()].map(({ id }) => id).reverse()
      const first = await media().list({ limit: 2 })
      expect(first.media.map(({ id }) => id)).toEqual(ids.slice(0, 2))
      const second = await media().list({ limit: 1, cursor: first.next ?? '' })
      expect(second.media.map(({ id }) => id)).toEqual(ids.slice(2))
      await media().remove(ids[1] ?? '', { by })
      expect((await media().list({ limit: 2 })).media.map(({ id }) => id)).toEqual([ids[0], ids[2]])
      expect((await media().list({ trash: true })).media.map(({ id }) => id)).toContain(ids[1])
      await expect(media().list({ cursor: 'x' })).rejects.toThrow(Invalid)
    })
  })

  once.each(['', '..', 'original-', '../../etc/passwd', '0123456789abcdef-160.svg', `${'0'.repeat(16)}-160.avif`])(
    'has no variant called “%s”',
    async (name) => {
      expect(await media().variant(name)).toBeUndefined()
    },
  )
})

// Only Linux shows what a process has loaded, in /proc.
it.skipIf(process.platform !== 'linux')('never loads the image library into the server', () => {
  const root = new URL('../../../', import.meta.url)
  const sources = readSources(fileURLToPath(root))
  const modules = ['createMedia', 'loadSamples', 'createServices'].map(
    (name) => new URL(fileExporting(sources, name), root).href,
  )
  const script = `for (const name of ${JSON.stringify(modules)}) await import(name)
    console.log((await import('node:fs')).readFileSync('/proc/self/maps', 'utf8').includes('libvips'))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(said.trim()).toBe('false')
  // This process did load it, for its own images: so the question has an answer.
  expect(readFileSync('/proc/self/maps', 'utf8')).toContain('libvips')
})
