import { describe, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { by, keepMedia } from '../../../tests/support/media.ts'
import { samplePdf } from '../../../tests/support/sample-pdf.ts'
import { sampleMp4, sampleWebm } from '../../../tests/support/sample-video.ts'
import { TooLarge, UnsupportedType } from '../../model/errors.ts'
import { cleanUpMedia } from './media.ts'
import { partBytes, type StoredVideo } from './stored-bytes.ts'

onOneDatabase('Videos in media', (store) => {
  const { database, media, refuses, uploaded } = keepMedia(store)
  const upload = (bytes: Uint8Array, name = 'reel.mp4') => media().upload(bytes, { name, by })
  const nameOf = (url: string) => url.slice('/media/'.length)
  const found = async (url: string) => (await media().video(nameOf(url))) as StoredVideo
  const bytesOf = async ({ read }: StoredVideo, from: number, to: number) => {
    const pieces: Uint8Array[] = []
    for await (const piece of await read(from, to)) pieces.push(piece)
    return { pieces: pieces.length, bytes: Buffer.concat(pieces) }
  }

  describe('a video', () => {
    it('is kept in parts and read from any byte to any other', async () => {
      const bytes = sampleMp4('kept', { padding: 3 * partBytes })
      bytes.fill('0123456789', 400)
      const item = await upload(bytes, 'C:\\Là-bas\u202e.mp4')
      expect(item).toMatchObject({ kind: 'video', type: 'video/mp4', name: 'Là-bas.mp4', size: bytes.length })
      expect(item).toMatchObject({ width: 640, height: 360, variants: { webp: [] } })
      expect(item.url).toMatch(/^\/media\/[0-9a-f]{16}\.mp4$/)
      const rows = await database().kysely.selectFrom('blobs').select('size').where('media', '=', item.id).execute()
      expect(rows.length).toBe(1 + Math.ceil(bytes.length / partBytes))

      const video = await found(item.url)
      expect(video).toMatchObject({ type: 'video/mp4', size: bytes.length, fileName: 'Là-bas.mp4' })
      const last = bytes.length - 1
      for (const [from, to] of [
        [0, last],
        [0, 0],
        [last, last],
        [partBytes - 1, partBytes],
        [partBytes, 2 * partBytes - 1],
        [1000, 2 * partBytes + 7],
      ] as const) {
        const part = await bytesOf(video, from, to)
        expect([from, to, part.bytes.equals(bytes.subarray(from, to + 1))]).toEqual([from, to, true])
        expect(part.pieces).toBe(Math.floor(to / partBytes) - Math.floor(from / partBytes) + 1)
      }
      expect(Buffer.from((await media().original(item.id)).bytes).equals(bytes)).toBe(true)
      expect(await upload(bytes)).toMatchObject({ id: item.id, known: true })
    })

    it('is believed by its bytes, whatever its name says', async () => {
      expect(await upload(sampleWebm('named otherwise'), 'image.png')).toMatchObject({
        kind: 'video',
        type: 'video/webm',
      })
      await refuses(() => upload(Buffer.from('<!doctype html><p>film</p>'), 'film.mp4'), UnsupportedType)
      await refuses(() => upload(sampleMp4('short', { padding: 900 }).subarray(0, -10)), UnsupportedType)
      await refuses(() => upload(sampleMp4('large', { padding: 30 * 1024 * 1024 })), TooLarge)
    })

    it('has a description, and no thumbnail, crop or image', async () => {
      const { id } = await upload(sampleMp4('described'))
      expect(await media().update(id, { alt: 'A walk through the studio' }, { by })).toMatchObject({
        alt: 'A walk through the studio',
      })
      await refuses(() => media().update(id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by }), Error)
      await expect(media().thumbnail(id)).rejects.toThrow()
      expect(await media().images([id])).toEqual({})
      expect(await media().videos([id, (await uploaded()).id])).toEqual({
        [id]: expect.objectContaining({ id, alt: 'A walk through the studio', type: 'video/mp4', width: 640 }),
      })
    })

    it('that is replaced leads to the present one, and is back after undo', async () => {
      const item = await upload(sampleMp4('one'))
      const next = await media().replace(item.id, sampleWebm('two'), { by, name: 'two.webm' })
      expect(await media().video(nameOf(item.url))).toMatchObject({ movedTo: next.url })
      await refuses(() => media().replace(item.id, samplePdf('no video'), { by, name: 'x.pdf' }), UnsupportedType)
      const journal = journalOf(database())
      const [change] = (await journal.list({ entry: item.id })).changes
      await journal.undo(change?.id ?? 0, { by })
      expect(await found(item.url)).toMatchObject({ fileName: 'reel.mp4' })
    })

    it('in the trash is served to nobody, and is whole after months', async () => {
      const bytes = sampleMp4('trash', { padding: partBytes })
      const item = await upload(bytes)
      await media().remove(item.id, { by })
      expect(await media().video(nameOf(item.url))).toBeUndefined()
      expect(await media().videos([item.id])).toEqual({})
      await cleanUpMedia(database(), Date.now() + 200 * 24 * 3_600_000)
      await media().restore(item.id, { by })
      const video = await found(item.url)
      expect((await bytesOf(video, 0, video.size - 1)).bytes.equals(bytes)).toBe(true)
    })

    it('is found in the list by its kind', async () => {
      await upload(sampleMp4('listed'), 'listed.mp4')
      const { media: items } = await media().list({ kind: 'video', q: 'listed' })
      expect(items.map(({ name, kind }) => [name, kind])).toEqual([['listed.mp4', 'video']])
    })
  })
})
