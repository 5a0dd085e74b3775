import { afterAll, beforeAll, expect } from 'vitest'
import type { MediaItem } from '../../src/model/media/media-item.ts'
import type { Database } from '../../src/server/db/database.ts'
import { createImageProcess, type ImageProcess } from '../../src/server/media/image-process.ts'
import { createMedia, type Media } from '../../src/server/media/media.ts'
import type { TestStore } from './databases.ts'
import { halves } from './pictures.ts'

export const by = 'owner'
export const absent = '00000000-0000-7000-8000-000000000000'

/** The name of a medium's smallest variant. */
export const nameOf = (medium: MediaItem): string => medium.variants.avif[0]?.url.slice('/media/'.length) ?? ''

/** What a medium shows, as it should be again after undo and redo. */
export const shownBy = ({ name, crop, width, height, placeholder, variants, focus }: MediaItem) => ({
  ...{ name, crop, width, height, placeholder, variants, focus },
})

/** Media on a suite's database, with images to upload and a way to see that a refused write left nothing. */
export const keepMedia = (store: () => TestStore) => {
  let database: Database
  let images: ImageProcess
  let media: Media
  let announced = 0
  let width = 40

  beforeAll(() => {
    database = store().database
    images = createImageProcess()
    media = createMedia({ database, images })
    database.onChange(() => {
      announced += 1
    })
  })
  afterAll(() => images.close())

  /** An image unlike any before: red at the left, blue at the right, both halves equally wide. */
  const fresh = (height = 30) => {
    width += 4
    return halves(width, height, '#c04020', '#2040c0').png().toBuffer()
  }
  const traces = async () => ({
    media: await database.kysely.selectFrom('media').selectAll().orderBy('id').execute(),
    renditions: await database.kysely.selectFrom('renditions').selectAll().orderBy('stem').execute(),
    blobs: await database.kysely.selectFrom('blobs').select(['name', 'size']).orderBy('name').execute(),
    changes: await database.kysely.selectFrom('changes').selectAll().orderBy('id').execute(),
    announced,
  })

  return {
    database: () => database,
    media: () => media,
    announced: () => announced,
    fresh,
    uploaded: async (alt = '', height = 30) => media.upload(await fresh(height), { name: 'sunset.png', alt, by }),
    traces,
    refuses: async (write: () => Promise<unknown>, error: unknown) => {
      const before = await traces()
      await expect(write()).rejects.toThrow(error as Error)
      expect(await traces()).toEqual(before)
    },
  }
}
