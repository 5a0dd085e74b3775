import { settingFields } from '../../model/settings/settings.ts'
import type { Remnant } from '../../model/setup/setup-state.ts'
import { createEntries } from '../content/entries.ts'
import type { Database, Reader } from '../db/database.ts'
import { joined } from '../db/joined.ts'
import type { ImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { usesOf } from '../media/media-uses.ts'
import { createSettings } from '../settings/settings-store.ts'
import { sampleEntries } from './sample-entries.ts'
import { sampleRows } from './sample-rows.ts'
import { withoutSamples } from './sample-settings.ts'

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
  const [entries, media, { settings }] = await Promise.all([
    sampleEntries(database.kysely),
    sampleMedia(database.kysely),
    createSettings(database).get(),
  ])
  return [
    ...withoutSamples(settings).names.map((field) => ({
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

/**
 * Removes the samples as one change: untouched entries and images that nothing else uses go to the trash, settings become empty.
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
    const { names, cleared } = withoutSamples((await settings.get()).settings)
    if (names.length > 0) await settings.update(cleared, { by })
    const entries = createEntries(store)
    for (const { collection, id, fields } of await sampleEntries(trx))
      if (fields === null) await entries.remove(collection.name, id, { by })
    const media = createMedia({ database: store, images })
    for (const { id } of await sampleMedia(trx))
      if ((await usesOf(trx, id)).length === 0) await media.remove(id, { by })
    return changes[0] ?? null
  })
