import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { checkNamed } from '../../../tests/support/health-check.ts'
import { type LiveSite, startLiveSite } from '../../../tests/support/live-site.ts'
import { by, nameOf } from '../../../tests/support/media.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { needSwift, type S3Server, startS3Server } from '../../../tests/support/s3-server.ts'
import { sampleMp4 } from '../../../tests/support/sample-video.ts'
import { Unavailable } from '../../model/errors.ts'
import { openDatabase } from '../db/open.ts'
import { findingOf, type HealthView } from '../health/health-check.ts'
import type { BucketOptions } from '../process/config.ts'
import { readConfig } from '../process/config.ts'
import { openStore } from '../updates/open-store.ts'
import { type Bucket, createBucket } from './bucket.ts'
import { createImageProcess, type ImageProcess } from './image-process.ts'
import { createMedia } from './media.ts'
import { cleanUpBucket, mediaCommand, missingFiles, moveMedia } from './move-media.ts'
import type { StoredVideo } from './stored-bytes.ts'

const aDay = 24 * 60 * 60 * 1000
const available = await needSwift()
let server: S3Server
let images: ImageProcess
let buckets = 0
let width = 40
beforeAll(async () => {
  images = createImageProcess()
  if (available) server = await startS3Server()
})
afterAll(async () => {
  images.close()
  await server?.stop()
})

const newBucket = async () => {
  buckets += 1
  return server.bucket(`media-${buckets}`)
}
const picture = () => {
  width += 4
  return halves(width, 30, '#c04020', '#2040c0').png().toBuffer()
}
const film = (text: string) => sampleMp4(text, { padding: 400_000 })
const count = async (bucket: Bucket) => {
  let objects = 0
  for await (const _ of bucket.list()) objects += 1
  return objects
}
const bytesOf = async ({ read }: StoredVideo, from: number, to: number) => {
  const pieces: Uint8Array[] = []
  for await (const piece of await read(from, to)) pieces.push(piece)
  return Buffer.concat(pieces)
}

// Without OpenStack Swift (Debian: apt install python3-swift) there is no storage service to try this on.
describe.skipIf(!available)('A bucket', () => {
  onOneDatabase('with media', (store) => {
    let bucket: Bucket
    const media = () => createMedia({ database: store().database, images, bucket })
    const rows = (id: string) =>
      store().database.kysely.selectFrom('blobs').selectAll().where('media', '=', id).orderBy('name').execute()
    const copies = async () => {
      const found = await store().database.kysely.selectFrom('media').select('id').orderBy('id').execute()
      return Promise.all(
        found.map(async ({ id }) => Buffer.from((await media().original(id)).bytes).toString('base64')),
      )
    }
    beforeAll(async () => {
      bucket = createBucket(await newBucket())
    })

    it('has the bytes of an image, and the database only their names and sizes', async () => {
      const bytes = await picture()
      const item = await media().upload(bytes, { name: 'harbour.png', by })
      const stored = await rows(item.id)
      expect(stored.length).toBeGreaterThan(3)
      for (const row of stored) {
        expect(row.bytes.byteLength).toBe(0)
        expect((await bucket.get(row.object ?? '')).byteLength).toBe(row.size)
      }
      expect(Buffer.from((await media().original(item.id)).bytes).equals(bytes)).toBe(true)
      expect((await media().variant(nameOf(item)))?.type).toBe('image/avif')
      expect((await media().thumbnail(item.id)).bytes.byteLength).toBeGreaterThan(0)
      const cropped = await media().update(item.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by })
      expect((await media().variant(nameOf(cropped)))?.bytes.byteLength).toBeGreaterThan(0)
      await media().prepareIcon(item.id)
      expect((await rows(item.id)).filter(({ object }) => object === null)).toEqual([])
    })

    it('has a video as one object, of which any part is read', async () => {
      const bytes = film('in a bucket')
      const item = await media().upload(bytes, { name: 'reel.mp4', by })
      expect(await rows(item.id)).toMatchObject([{ size: bytes.length, object: expect.any(String) }])
      const video = (await media().video(item.url.slice('/media/'.length))) as StoredVideo
      for (const [from, to] of [
        [0, 0],
        [1000, 200_000],
        [bytes.length - 7, bytes.length - 1],
      ] as const)
        expect((await bytesOf(video, from, to)).equals(bytes.subarray(from, to + 1))).toBe(true)
    })

    it('stands beside what is in the database, is moved there and back, and loses no byte', async () => {
      await createMedia({ database: store().database, images }).upload(await picture(), { name: 'before.png', by })
      await createMedia({ database: store().database, images }).upload(film('before'), { name: 'before.mp4', by })
      const before = await copies()
      const all = () => store().database.kysely.selectFrom('blobs').select(['name', 'object']).execute()
      expect((await moveMedia(store().database, bucket, 'bucket')).files).toBeGreaterThan(4)
      expect((await all()).filter(({ object }) => object === null)).toEqual([])
      expect(await copies()).toEqual(before)
      expect((await moveMedia(store().database, bucket, 'database')).files).toBe(
        (await all()).filter(({ name }) => !/-part\d+$/.test(name)).length,
      )
      expect((await all()).filter(({ object }) => object !== null)).toEqual([])
      expect(await copies()).toEqual(before)
      expect(await moveMedia(store().database, bucket, 'database')).toEqual({ files: 0, bytes: 0 })
    })

    it('that goes away while files are moved holds what was moved, and the next run goes on', async () => {
      const before = await copies()
      const cut = moveMedia(store().database, bucket, 'bucket', ({ files }) => {
        if (files === 3) void server.crash()
      })
      await expect(cut).rejects.toThrow(Unavailable)
      await server.restart()
      expect(await copies()).toEqual(before)
      await moveMedia(store().database, bucket, 'bucket')
      expect(await copies()).toEqual(before)
    })

    it('that takes nothing refuses an upload, of which nothing stays', async () => {
      const state = () => store().database.kysely.selectFrom('media').select('id').execute()
      const before = await state()
      await server.crash()
      await expect(media().upload(await picture(), { name: 'refused.png', by })).rejects.toThrow(
        /cannot be used: 127.0.0.1:\d+ cannot be reached/,
      )
      await server.restart()
      expect(await state()).toEqual(before)
    })

    it('gives up what no row has named for thirty days, and nothing else', async () => {
      const kept = await media().upload(await picture(), { name: 'kept.png', by })
      const gone = await media().upload(film('gone'), { name: 'gone.mp4', by })
      const [row] = await rows(gone.id)
      // As of an upload that was cut off.
      const stray = await bucket.put(Buffer.from('stray'), 'text/plain')
      await media().removeAll([gone.id], { by })
      await media().erase([gone.id], { by })
      const { database } = store()
      const now = Date.now()
      const before = await count(bucket)
      // An object younger than a day may be part of an upload that is under way.
      expect(await cleanUpBucket(database, bucket, now + aDay / 2)).toBe(0)
      expect(await database.kysely.selectFrom('retired_objects').selectAll().execute()).toEqual([])
      expect(await cleanUpBucket(database, bucket, now + 2 * aDay)).toBe(0)
      expect(await cleanUpBucket(database, bucket, now + 31 * aDay)).toBe(0)
      const retired = await database.kysely.selectFrom('retired_objects').select('name').execute()
      expect(retired.map(({ name }) => name)).toEqual(expect.arrayContaining([stray, row?.object]))
      // A restored backup names one of them again.
      await media().upload(await picture(), { name: 'other.png', by })
      const [other] = await rows(kept.id)
      const own = database.kysely.updateTable('blobs').where('name', '=', other?.name ?? '')
      await own.set({ object: stray }).execute()
      expect(await cleanUpBucket(database, bucket, now + 33 * aDay)).toBe(retired.length - 1)
      expect((await bucket.get(stray)).toString()).toBe('stray')
      await own.set({ object: other?.object ?? null }).execute()
      expect(await count(bucket)).toBe(
        before - (retired.length - 1) + (await rows((await media().list()).media[0]?.id ?? '')).length,
      )
    })

    it('is moved into by command, which a wrong word or a missing setting ends', async () => {
      const { databaseUrl, dataDir } = store().options
      const options = await newBucket()
      const config = { ...readConfig({}), databaseUrl, dataDir, bucket: options }
      await createMedia({ database: store().database, images }).upload(await picture(), { name: 'late.png', by })
      expect(await missingFiles({ ...config, bucket: undefined })).toEqual([
        expect.stringContaining('Set S3_BUCKET as it was'),
      ])
      await moveMedia(store().database, bucket, 'database')
      expect(await missingFiles({ ...config, bucket: undefined })).toEqual([])
      const { data, lines } = await mediaCommand(['move', 'bucket'], config, openStore)
      expect(data.files).toBeGreaterThan(3)
      expect(lines[0]).toContain(`into the bucket ${options.name} at 127.0.0.1`)
      expect(await missingFiles(config)).toEqual([])
      expect(await missingFiles({ ...config, bucket: await newBucket() })).toEqual([
        expect.stringMatching(/^(\d+) of \1 files are not in the bucket/),
      ])
      for (const words of [['move'], ['move', 'cellar'], ['drop', 'bucket'], ['move', 'bucket', 'now']])
        await expect(mediaCommand(words, config, openStore)).rejects.toThrow('Usage: vitrine media')
      await expect(mediaCommand(['move', 'bucket'], { ...config, bucket: undefined }, openStore)).rejects.toThrow(
        'S3_BUCKET',
      )
      bucket = createBucket(options)
    })

    it('is shared by two processes', async () => {
      const second = await openDatabase(store().options)
      try {
        const item = await media().upload(await picture(), { name: 'shared.png', by })
        const elsewhere = createMedia({ database: second, images, bucket })
        expect((await elsewhere.variant(nameOf(item)))?.bytes.byteLength).toBeGreaterThan(0)
      } finally {
        await second.close()
      }
    })
  })

  describe('behind the running site', () => {
    let site: LiveSite
    let options: BucketOptions
    const video = film('served')
    beforeAll(async () => {
      options = await newBucket()
      site = await startLiveSite({ bucket: options })
    })
    afterAll(() => site?.stop())

    it('that goes away takes no page with it; files are answered once it is back', async () => {
      const { media, settings } = site.services
      const film = await media.upload(video, { name: 'film.mp4', by })
      const image = await media.upload(await picture(), { name: 'image.png', by })
      const at = `/media/${nameOf(image)}`
      await settings.update({ introduction: `[Film](${film.url}) ![](${at})`, icon: image.id }, { by })
      await site.services.publisher.idle()
      const part = await site.ask(film.url, { headers: { range: 'bytes=5-9' } })
      expect([part.status, part.body.equals(video.subarray(5, 10))]).toEqual([206, true])
      await server.crash()
      expect((await site.ask('/')).status).toBe(200)
      for (const file of [at, film.url]) {
        const { status, headers } = await site.ask(file)
        expect([file, status, headers['retry-after']]).toEqual([file, 503, '5'])
        expect(headers['cache-control']).toBe('no-store')
      }
      await server.restart()
      expect((await site.ask(film.url)).body.equals(video)).toBe(true)
      expect((await site.ask(at)).status).toBe(200)
    })

    it('is tried by Health, which says what is wrong with it', async () => {
      const look = (bucket: BucketOptions | undefined, inBucket = 2) =>
        findingOf(checkNamed('Files'), {
          config: { ...readConfig({}), bucket },
          facts: async () => ({ inBucket }),
        } as unknown as HealthView)
      expect(await look(options)).toMatchObject({
        status: 'pass',
        message: expect.stringContaining('2 files in the bucket'),
      })
      expect(await look(undefined, 0)).toMatchObject({
        status: 'pass',
        message: expect.stringContaining('in the database'),
      })
      expect(await look(undefined)).toMatchObject({
        status: 'fail',
        message: expect.stringContaining('no bucket is set up'),
      })
      expect(await look({ ...options, secretAccessKey: 'wrong' })).toMatchObject({
        status: 'fail',
        message: expect.stringContaining('403 (SignatureDoesNotMatch)'),
      })
      expect(await look({ ...options, name: 'nowhere' })).toMatchObject({
        status: 'fail',
        message: expect.stringContaining('404 (NoSuchBucket)'),
      })
    })
  })
})
