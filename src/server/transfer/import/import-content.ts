import { withoutAliases } from '../../../model/content/aliases.ts'
import { collectionNames, collections } from '../../../model/content/collections.ts'
import { type CvVariantData, newCvVariantSchema } from '../../../model/cv/variant.ts'
import { Invalid } from '../../../model/errors.ts'
import { parse } from '../../../model/fields/parse.ts'
import { settingFields } from '../../../model/settings/settings.ts'
import { createEntries, type Entries } from '../../content/entries.ts'
import { collectionNamed, type EntryRow, findRow } from '../../content/entry-row.ts'
import type { Data } from '../../content/lenient-read.ts'
import { orderedIds } from '../../content/positions.ts'
import { createPublishedEntries } from '../../content/published-entries.ts'
import { findVariant } from '../../cv/variants/variant-row.ts'
import { type CvVariants, createCvVariants } from '../../cv/variants/variants.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { joined } from '../../db/joined.ts'
import { type Links, linksHeld, unchecked } from '../../links/links.ts'
import { imagesOf, videosOf } from '../../media/media-fields.ts'
import { liveIn, readSettings } from '../../settings/settings-row.ts'
import { createSettings } from '../../settings/settings-store.ts'
import { blocksHash } from '../content-folder/blocks-file.ts'
import { type ContentFile, type FileEntry, ImportRefused } from './content-file.ts'

const by = 'import'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The choices with the ids that the entries of the file have here. */
const withIds = (entries: CvVariantData['entries'], idOf: ReadonlyMap<string, string>): CvVariantData['entries'] =>
  Object.fromEntries(
    Object.entries(entries).map(([name, list]) => [
      name,
      list?.map((choice) => ({ ...choice, id: idOf.get(choice.id) ?? choice.id })),
    ]),
  )

/**
 * Imports a variant: the one with its id, or else with its name, is changed, and keeps its link. Resolves to true for a new one. Throws
 * `Invalid`.
 */
const importVariant = async (
  trx: Trx,
  variants: CvVariants,
  { id, fields }: FileEntry,
  idOf: ReadonlyMap<string, string>,
): Promise<boolean> => {
  const data = parse(newCvVariantSchema, fields)
  const variant = { ...data, entries: withIds(data.entries, idOf) }
  const named = await trx.selectFrom('cv_variants').select('id').where('name', '=', data.name).executeTakeFirst()
  const found = (id === undefined ? undefined : await findVariant(trx, id)) ?? named
  if (found) await variants.update(found.id, variant, { by })
  else await variants.create(variant, { by, ...(id !== undefined && uuid.test(id) ? { id } : {}) })
  return !found
}

interface Imported {
  created: number
  changed: number
  unchanged: number
  changes: number[]
}

const existingMedia = async (reader: Reader) => {
  const rows = await reader.selectFrom('media').select('id').where('deleted_at', 'is', null).execute()
  return new Set(rows.map(({ id }) => id))
}

const storedLinks = async (trx: Trx): Promise<ReadonlySet<string>> => {
  const lists = await createPublishedEntries()(trx)
  const { stored } = await readSettings(trx)
  return new Set([
    ...(stored ? linksHeld(settingFields, [liveIn(stored)]) : []),
    ...collectionNames.flatMap((name) => [...linksHeld(collections[name].fields, lists[name] as unknown as Data[])]),
  ])
}

/** A text of a folder wins over the text that was exported, and over no other: the one here may have been edited since. */
const assertNotEditedHere = (row: EntryRow, { fields }: FileEntry, exported: ReadonlyMap<string, string>) => {
  for (const [field, hash] of exported) {
    const isKnown = [hash, blocksHash(fields[field])]
    const here = [row.draft, row.published].flatMap((json) => (json === null ? [] : [JSON.parse(json)[field] ?? []]))
    if (here.some((value) => !isKnown.includes(blocksHash(value))))
      throw new Invalid({
        [field]:
          'It was edited here after the export. Export again, or import with --replace to have the text of the file.',
      })
  }
}

const writeEntry = async (
  trx: Trx,
  entries: Entries,
  name: string,
  { id, ...entry }: FileEntry,
  exported: ReadonlyMap<string, string>,
): Promise<string> => {
  const fields = withoutAliases(collectionNamed(name).aliases, entry.fields)
  const row = id === undefined ? undefined : await findRow(trx, name, id)
  if (row) assertNotEditedHere(row, { id, fields }, exported)
  if (!row) {
    // Kept, so that a second import of the file creates nothing.
    const kept: { id?: string } = id !== undefined && uuid.test(id) ? { id } : {}
    const elsewhere = await trx
      .selectFrom('entries')
      .select('collection')
      .where('id', '=', kept.id ?? '')
      .executeTakeFirst()
    if (elsewhere) throw new Invalid({ id: `It belongs to an entry of ${elsewhere.collection}. Leave it out.` })
    return (await entries.create(name, fields, { by, ...kept })).id
  }
  if (row.deleted_at !== null) await entries.restore(name, row.id, { by })
  const { version } = await entries.get(name, row.id)
  return (await entries.update(name, row.id, fields, { by, version })).id
}

/**
 * Imports content in one transaction. Existing entries are changed by id, others are new. The order is the file's, and entries that it
 * does not name follow. `replace` lets texts of a folder win over what was edited here after its export. Throws `ImportRefused` with all
 * problems; then nothing is stored.
 */
export const importContent = (
  database: Database,
  file: ContentFile,
  { links = unchecked, replace = false }: { links?: Links; replace?: boolean } = {},
): Promise<Imported> =>
  database.change(async (trx, announce) => {
    const changes: number[] = []
    const store = joined(database, trx, (change) => {
      changes.push(change)
      announce(change)
    })
    const entries = createEntries(store)
    const problems: Record<string, string> = {}
    const noting = async <T>(path: string, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        for (const [field, problem] of Object.entries(error.fields)) problems[`${path}.${field}`] ??= problem
        return undefined
      }
    }
    const media = await existingMedia(trx)
    const held = await storedLinks(trx)
    const exportedAt = (path: string) =>
      new Map(
        [...(replace ? [] : (file.exported ?? []))].flatMap(([at, hash]) =>
          at.startsWith(`${path}.`) ? [[at.slice(path.length + 1), hash]] : [],
        ),
      )
    const imported: Imported = { created: 0, changed: 0, unchanged: 0, changes }
    const count = (isNew: boolean, before: number) => {
      if (isNew) imported.created += 1
      else if (changes.length > before) imported.changed += 1
      else imported.unchanged += 1
    }
    const idOf = new Map<string, string>()

    if (file.settings !== undefined) await noting('settings', () => createSettings(store).update(file.settings, { by }))
    for (const [name, list] of file.lists) {
      const present = new Set(await orderedIds(trx, name))
      const ids: string[] = []
      for (const [n, entry] of list.entries()) {
        const path = `${name}.${n}`
        for (const [noun, of] of [['image', imagesOf] as const, ['video', videosOf] as const])
          for (const [field, one] of of(collectionNamed(name), [entry.fields]))
            if (!media.has(one))
              problems[`${path}.${field}`] = one.includes('/')
                ? `${one} is not in Media. Upload it there first.`
                : `There is no such ${noun} here. Upload it, and name it by its id.`
        const before = changes.length
        const id = await noting(path, () => writeEntry(trx, entries, name, entry, exportedAt(path)))
        if (id === undefined) continue
        ids.push(id)
        if (entry.id !== undefined) idOf.set(entry.id, id)
        count(!present.has(id), before)
      }
      const named = new Set(ids)
      const others = (await orderedIds(trx, name)).filter((id) => !named.has(id))
      if (Object.keys(problems).length === 0) await entries.reorder(name, [...ids, ...others], { by })
    }
    for (const [n, variant] of (file.variants ?? []).entries()) {
      const before = changes.length
      const isNew = await noting(`cvVariants.${n}`, () => importVariant(trx, createCvVariants(store), variant, idOf))
      if (isNew !== undefined) count(isNew, before)
    }
    // At the end, when every page of the file is there.
    const settings = { ...(file.settings as Record<string, unknown> | undefined) }
    await noting('settings', () => links.assertKnown(trx, { fields: settingFields, data: settings, held }))
    for (const [name, list] of file.lists) {
      const { fields } = collectionNamed(name)
      for (const [n, entry] of list.entries())
        await noting(`${name}.${n}`, () => links.assertKnown(trx, { fields, data: entry.fields, held }))
    }
    if (Object.keys(problems).length > 0) throw new ImportRefused(problems)
    return imported
  })
