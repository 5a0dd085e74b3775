import { readFile } from 'node:fs/promises'
import { collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { samplesOf } from '../../model/content/examples.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { withoutSampleContent } from '../../model/settings/settings.ts'
import { createEntries } from '../content/entries.ts'
import type { Database, Trx } from '../db/database.ts'
import { joined, readMeta } from '../db/meta.ts'
import type { ImageProcess } from '../media/image-process.ts'
import type { Media } from '../media/media.ts'
import { imagesOf } from '../media/media-fields.ts'
import { packageRoot } from '../process/package-root.ts'
import { createSettings } from '../settings/settings-store.ts'

interface SampleOptions {
  database: Database
  media: Media
  images: ImageProcess
  empty?: boolean
  onImage?: (number: number, of: number) => void
}

const by = 'samples'
/** Key of the note of the first start: `loaded`, or `empty` for one without samples. */
export const samplesKey = by
const folder = new URL('samples/', packageRoot)
const all = Object.values(collections) as unknown as Collection[]

export const sampleImages = (): string[] => [
  ...new Set(all.flatMap((collection) => imagesOf(collection, samplesOf(collection.name)).map(([, file]) => file))),
]

const isFirstStart = async (reader: Trx | Database['kysely']): Promise<boolean> => {
  if ((await readMeta(reader, samplesKey)) !== undefined) return false
  // A store that was filled in another way, by a backup perhaps, is left alone.
  const entry = await reader.selectFrom('entries').select('id').limit(1).executeTakeFirst()
  const settings = await reader.selectFrom('settings').select('id').executeTakeFirst()
  return !entry && !settings
}

const uploadImages = async ({ media, images, onImage }: SampleOptions): Promise<Map<string, string>> => {
  const alts: Record<string, string> = JSON.parse(await readFile(new URL('alt.json', folder), 'utf8'))
  const ids = new Map<string, string>()
  const files = sampleImages()
  for (const [index, file] of files.entries()) {
    onImage?.(index + 1, files.length)
    const png = await images.rasterise(await readFile(new URL(file, folder)))
    const { id } = await media.upload(png, { name: file.replace(/\.svg$/, '.png'), alt: alts[file], by })
    ids.set(file, id)
  }
  return ids
}

/** Uploads the sample CV, once, and returns its URL. */
const uploadCv = async (media: Media): Promise<string> => {
  const bytes = await readFile(new URL('cv.pdf', folder))
  return (await media.upload(bytes, { name: 'Mira Solberg – CV.pdf', by })).url
}

/**
 * Fills a new store with examples and sample settings, or with an empty page. Images come first, each stored once however often it
 * starts again; the rest is one change. After an interruption nothing is on the page, and the next start repeats it. Resolves to
 * whether the store was new.
 */
export const loadSamples = async (options: SampleOptions): Promise<boolean> => {
  const { database, empty = false } = options
  if (!(await isFirstStart(database.kysely))) return false
  const ids = empty ? new Map<string, string>() : await uploadImages(options)
  const settings = empty
    ? withoutSampleContent(new Date().getFullYear())
    : { ...sampleSettings, cv: await uploadCv(options.media) }
  return database.change(async (trx, announce) => {
    // Another process on the same Postgres may have been first.
    if (!(await isFirstStart(trx))) return false
    const store = joined(database, trx, announce)
    await createSettings(store).initialise(settings, { by })
    const entries = createEntries(store)
    for (const collection of empty ? [] : all) {
      for (const example of samplesOf(collection.name)) {
        const images = imagesOf(collection, [example]).map(([field, file]) => [field, ids.get(file)])
        const data: unknown = { ...example, ...Object.fromEntries(images) }
        await entries.create(collection.name, data, { by })
      }
    }
    // Fails where another process has been first: then nothing of this is stored.
    await trx
      .insertInto('meta')
      .values({ key: samplesKey, value: empty ? 'empty' : 'loaded' })
      .execute()
    return true
  })
}
