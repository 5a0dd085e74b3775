import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { samplesOf } from '../../model/content/examples.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { emptySettings, type Settings, withoutSampleContent } from '../../model/settings/settings.ts'
import { createEntries } from '../content/entries.ts'
import { type Database, joined, readMeta, type Trx } from '../db/database.ts'
import type { ImageProcess } from '../media/image-process.ts'
import type { Media } from '../media/media.ts'
import { imagesOf } from '../media/media-fields.ts'
import { packageRoot } from '../process/package-root.ts'
import { createSettings } from '../settings/settings-store.ts'
import { type ContentFile, readContentFolder } from '../transfer/import-content.ts'

interface SampleOptions {
  database: Database
  media: Media
  images: ImageProcess
  empty?: boolean
  /** Owner whom the page shows: a folder in `samples/`. Without one, that of the examples. */
  sample?: string | undefined
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

/** Uploads the images of a folder that its `alt.json` describes, and returns their ids. */
const uploadImages = async (
  { media, images, onImage }: SampleOptions,
  from: URL,
  files?: readonly string[],
): Promise<Map<string, string>> => {
  const alts: Record<string, string> = JSON.parse(await readFile(new URL('alt.json', from), 'utf8'))
  const ids = new Map<string, string>()
  const used = files ?? Object.keys(alts)
  for (const [index, file] of used.entries()) {
    onImage?.(index + 1, used.length)
    const drawn = await readFile(new URL(file, from))
    const bytes = file.endsWith('.svg') ? await images.rasterise(drawn) : drawn
    const { id } = await media.upload(bytes, {
      name: path.basename(file).replace(/\.svg$/, '.png'),
      alt: alts[file],
      by,
    })
    ids.set(file, id)
  }
  return ids
}

/** Uploads the sample CV, once, and returns its URL. */
const uploadCv = async (media: Media): Promise<string> => {
  const bytes = await readFile(new URL('cv.pdf', folder))
  return (await media.upload(bytes, { name: 'Mira Solberg – CV.pdf', by })).url
}

interface Sample extends Pick<ContentFile, 'lists'> {
  settings: Settings
}

const examplesAsContent = async (options: SampleOptions): Promise<Sample> => {
  const ids = await uploadImages(options, folder, sampleImages())
  const lists = all.map((collection): ContentFile['lists'][number] => [
    collection.name,
    samplesOf(collection.name).map((example) => {
      const images = imagesOf(collection, [example]).map(([field, file]) => [field, ids.get(file)])
      return { id: undefined, fields: { ...example, ...Object.fromEntries(images) } }
    }),
  ])
  return { settings: { ...sampleSettings, cv: await uploadCv(options.media) }, lists }
}

const folderAsContent = async (options: SampleOptions, name: string): Promise<Sample> => {
  const from = new URL(`${name}/`, folder)
  await uploadImages(options, from)
  const { settings, lists } = await readContentFolder(fileURLToPath(from), options.database.kysely)
  return { settings: { ...emptySettings, ...settings }, lists }
}

/**
 * Fills a new store with the content of a sample owner, or with an empty page. Images come first, each stored once however often it
 * starts again; the rest is one change. After an interruption nothing is on the page, and the next start repeats it. Resolves to
 * whether the store was new.
 */
export const loadSamples = async (options: SampleOptions): Promise<boolean> => {
  const { database, empty = false, sample = 'editorial' } = options
  if (!(await isFirstStart(database.kysely))) return false
  const { settings, lists } = empty
    ? { settings: withoutSampleContent(new Date().getFullYear()), lists: [] }
    : await (sample === 'editorial' ? examplesAsContent(options) : folderAsContent(options, sample))
  return database.change(async (trx, announce) => {
    // Another process on the same Postgres may have been first.
    if (!(await isFirstStart(trx))) return false
    const store = joined(database, trx, announce)
    await createSettings(store).initialise(settings, { by })
    const entries = createEntries(store)
    for (const [name, list] of lists)
      for (const { id, fields } of list) await entries.create(name, fields, { by, ...(id ? { id } : {}) })
    // Fails where another process has been first: then nothing of this is stored.
    await trx
      .insertInto('meta')
      .values({ key: samplesKey, value: empty ? 'empty' : 'loaded' })
      .execute()
    return true
  })
}
