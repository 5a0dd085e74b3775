import { isDeepStrictEqual } from 'node:util'
import { findCollection } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { experienceFirst } from '../../model/sections/sections.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { emptySettings, type Settings, settingFields } from '../../model/settings/settings.ts'
import type { Remnant } from '../../model/setup/setup-state.ts'
import { layoutNames } from '../../model/themes/layouts.ts'
import { createEntries } from '../content/entries.ts'
import { type Data, readLeniently } from '../content/entry-row.ts'
import { type Database, joined, type Reader } from '../db/database.ts'
import type { ImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { usesOf } from '../media/media-row.ts'
import { createSettings } from '../settings/settings-store.ts'

/** The samples are the first changes of a store; reading further would read the whole journal. */
const lastSampleChange = 1000

interface SampleRow {
  collection: string
  entry: string
  /** As the samples made it. */
  after: string
}

/** Entries and images that the first start made, by the journal. Empty when the journal was shortened since. */
const sampleRows = async (reader: Reader): Promise<SampleRow[]> => {
  const rows = await reader
    .selectFrom('changes')
    .select(['collection', 'entry', 'after'])
    .where('id', '<=', lastSampleChange)
    .where('actor', '=', 'samples')
    .where('action', '=', 'create')
    .where('entry', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ collection, entry, after }) => (entry && after ? [{ collection, entry, after }] : []))
}

interface SampleEntry {
  collection: Collection
  id: string
  title: string
  /** Fields whose value is still the sample's; null when all are. */
  fields: string[] | null
}

/** Shorter texts, such as a country, two people may have in common. */
const tellingLength = 12

const tells = (value: unknown): boolean =>
  typeof value === 'string' ? value.length >= tellingLength : Object.values(value ?? {}).some(tells)

const sameFields = (collection: Collection, current: Data, sample: Data): string[] =>
  Object.keys(collection.fields).filter(
    (field) => tells(current[field]) && isDeepStrictEqual(current[field], sample[field]),
  )

/** Entries that the samples made and that still have something of them, in the draft or on the page. */
const sampleEntries = async (reader: Reader): Promise<SampleEntry[]> => {
  const samples = new Map((await sampleRows(reader)).map((row) => [row.entry, row]))
  if (samples.size === 0) return []
  const rows = await reader
    .selectFrom('entries')
    .select(['id', 'collection', 'draft', 'published'])
    .where('id', 'in', [...samples.keys()])
    .where('deleted_at', 'is', null)
    .orderBy('collection')
    .orderBy('position')
    .execute()
  return rows.flatMap(({ id, draft, published, ...row }): SampleEntry[] => {
    const collection = findCollection(row.collection)
    const made = samples.get(id)
    if (!collection || !made) return []
    const sample = readLeniently(collection, JSON.parse(made.after).draft)
    const states = [draft, ...(published === null ? [] : [published])].map((text) =>
      readLeniently(collection, JSON.parse(text)),
    )
    const title = String(states[0]?.[collection.preview.title] ?? '')
    if (states.every((state) => isDeepStrictEqual(state, sample))) return [{ collection, id, title, fields: null }]
    const fields = [...new Set(states.flatMap((state) => sameFields(collection, state, sample)))]
    return fields.length > 0 ? [{ collection, id, title, fields }] : []
  })
}

/** They are the look and the order of the page rather than what it says. */
const kept = new Set<string>([
  ...['theme', 'portfolioLayout', 'categories', 'sections', 'resumeOrder', 'copyrightSince'],
  ...layoutNames,
])
const names = (Object.keys(settingFields) as (keyof Settings)[]).filter((name) => !kept.has(name))

/** The settings as the first start made them; those of today's samples when the journal was shortened since. */
const madeSettings = async (reader: Reader): Promise<Settings> => {
  const row = await reader
    .selectFrom('changes')
    .select('after')
    .where('id', '<=', lastSampleChange)
    .where('actor', '=', 'samples')
    .where('collection', '=', 'settings')
    .orderBy('id')
    .executeTakeFirst()
  return row?.after ? { ...emptySettings, ...JSON.parse(row.after).draft } : sampleSettings
}

/** The values without what the samples put there; an empty list of names when there is nothing of them. */
const withoutSamples = (
  settings: Settings,
  samples: Settings,
): { names: (keyof Settings)[]; cleared: Partial<Settings> } => {
  const cleared: Record<string, unknown> = {}
  for (const name of names) {
    const [value, sample, empty] = [settings[name], samples[name], emptySettings[name]]
    if (isDeepStrictEqual(sample, empty)) continue
    if (Array.isArray(value) && Array.isArray(sample)) {
      const own = value.filter((item) => !sample.some((one) => isDeepStrictEqual(one, item)))
      if (own.length < value.length) cleared[name] = own
    } else if (isDeepStrictEqual(value, sample)) cleared[name] = empty
  }
  return { names: Object.keys(cleared) as (keyof Settings)[], cleared: cleared as Partial<Settings> }
}

const sampleMedia = async (reader: Reader): Promise<{ id: string; name: string }[]> => {
  const ids = (await sampleRows(reader)).flatMap(({ collection, entry }) => (collection === 'media' ? [entry] : []))
  if (ids.length === 0) return []
  return reader
    .selectFrom('media')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Projects that the owner made, drafts included. */
export const countOwnProjects = async (reader: Reader): Promise<number> => {
  const samples = (await sampleRows(reader)).map(({ entry }) => entry)
  let query = reader
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('collection', '=', 'projects')
    .where('deleted_at', 'is', null)
  if (samples.length > 0) query = query.where('id', 'not in', samples)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Everything of the samples that still stands, with a place for each. */
export const listRemnants = async (database: Database): Promise<Remnant[]> => {
  const [entries, media, { settings }, made] = await Promise.all([
    sampleEntries(database.kysely),
    sampleMedia(database.kysely),
    createSettings(database).get(),
    madeSettings(database.kysely),
  ])
  return [
    ...withoutSamples(settings, made).names.map((field) => ({
      collection: 'settings',
      entry: null,
      field,
      title: settingFields[field].label,
    })),
    ...entries.flatMap(({ collection, id, title, fields }) =>
      (fields ?? [null]).map((field) => ({ collection: collection.name, entry: id, field, title })),
    ),
    ...media.map(({ id, name }) => ({ collection: 'media', entry: id, field: null, title: name })),
  ]
}

/** The year of the first start. */
const firstYear = async (reader: Reader): Promise<number> => {
  const first = await reader.selectFrom('changes').select('at').orderBy('id').limit(1).executeTakeFirst()
  return new Date(first?.at ?? Date.now()).getFullYear()
}

/**
 * Removes the samples as one change: untouched entries and images that nothing else uses go to the trash, settings become empty,
 * the copyright begins with the year of the first start, and Resume with experience.
 * Entries that the owner has changed stay. Resolves to the first change, or null when there was nothing to remove.
 */
export const removeSamples = (
  { database, images }: { database: Database; images: ImageProcess },
  by: string,
): Promise<number | null> =>
  database.change(async (trx, announce) => {
    const changes: number[] = []
    const store = joined(database, trx, (change) => {
      changes.push(change)
      announce(change)
    })
    const settings = createSettings(store)
    const current = (await settings.get()).settings
    const made = await madeSettings(trx)
    const { names, cleared } = withoutSamples(current, made)
    const left = await sampleEntries(trx)
    const isSample = (name: 'copyrightSince' | 'resumeOrder') =>
      isDeepStrictEqual(current[name], made[name]) && (names.length > 0 || left.length > 0)
    // The sample's year and order go with the rest; when nothing is left, the same ones are the owner's.
    if (isSample('copyrightSince')) cleared.copyrightSince = await firstYear(trx)
    if (isSample('resumeOrder')) cleared.resumeOrder = experienceFirst
    if (Object.keys(cleared).length > 0) await settings.update(cleared, { by })
    const entries = createEntries(store)
    for (const { collection, id, fields } of left)
      if (fields === null) await entries.remove(collection.name, id, { by })
    const media = createMedia({ database: store, images })
    for (const { id } of await sampleMedia(trx))
      if ((await usesOf(trx, id)).length === 0) await media.remove(id, { by })
    return changes[0] ?? null
  })
