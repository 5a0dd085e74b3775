import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { collectionNames, collections } from '../../model/content/collections.ts'
import { withoutAliases } from '../../model/content/define-collection.ts'
import type { Entry } from '../../model/content/entry.ts'
import { type CvVariantData, newCvVariantSchema } from '../../model/cv/variant.ts'
import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { parse } from '../../model/fields/parse.ts'
import { completeSectionOrder, partialSectionOrderSchema } from '../../model/sections/section-order.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { findUnstorable } from '../../model/text-rules.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { collectionNamed, type Data, type EntryRow, findRow } from '../content/entry-row.ts'
import { orderedIds } from '../content/positions.ts'
import { createPublishedEntries } from '../content/published-entries.ts'
import { dataOf } from '../content/write-entry.ts'
import { type CvVariants, createCvVariants, findVariant } from '../cv/variants.ts'
import { type Database, joined, type Reader, type Trx } from '../db/database.ts'
import { type Links, linksHeld, unchecked } from '../links/links.ts'
import { imagesOf, videosOf } from '../media/media-fields.ts'
import { createSettings, liveIn, readSettings } from '../settings/settings-store.ts'
import type { PackedTheme } from '../themes/pack.ts'
import { readThemeFolder } from '../themes/theme-files.ts'
import { createThemes, findTheme } from '../themes/themes.ts'
import {
  blocksFieldsOf,
  blocksFileSchema,
  blocksFilesIn,
  blocksHash,
  contentFileName,
  ImportRefused,
  type MediaAt,
  mediaInFolder,
  mostText,
  readBlocks,
  readText,
  themesFolder,
} from './content-folder.ts'

export interface FileEntry {
  /** Undefined for a new entry. */
  id: string | undefined
  fields: Readonly<Record<string, unknown>>
}

export interface ContentFile {
  settings: Readonly<Record<string, unknown>> | undefined
  lists: [collection: string, entries: FileEntry[]][]
  /** Variants of the CV; missing when the file says nothing of them. */
  variants?: FileEntry[]
  /** Hash of what each text of a folder was when it was exported, by its path, such as `projects.0.blocks`. */
  exported?: ReadonlyMap<string, string>
  /** Themes of somebody else. */
  themes?: readonly PackedTheme[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// The store knows them itself.
const passedOver = ['version', 'media', 'videos', 'redirects', 'times', 'theme', 'selection']
const known = new Set<string>([...passedOver, 'settings', 'cvVariants', ...collectionNames])

// A file made before a section existed does not list it. Anything else that is wrong with the order is left to be refused.
const withEverySection = (settings: Record<string, unknown>): Record<string, unknown> => {
  const { success, data } = partialSectionOrderSchema.safeParse(settings.sections)
  return success ? { ...settings, sections: completeSectionOrder(data) } : settings
}

export const parseJson = (text: string): unknown => {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ImportRefused({ file: `It is not JSON (${(error as Error).message}).` })
  }
}

/** Reads the form of `GET /api/content`; any part may be missing. Throws `ImportRefused`. */
export const readContent = (content: unknown): ContentFile => {
  if (!isRecord(content)) throw new ImportRefused({ file: 'It has to be an object, as GET /api/content answers it.' })
  const unstorable = findUnstorable(content)
  if (unstorable) throw new ImportRefused({ [unstorable.join('.')]: 'It contains characters that cannot be stored.' })
  // A Map, since its keys come from the file.
  const problems = new Map<string, string>()
  for (const name of Object.keys(content)) if (!known.has(name)) problems.set(name, 'There is no such collection.')
  const seen = new Set<string>()
  const entryAt = (path: string, value: unknown): FileEntry[] => {
    if (!isRecord(value)) {
      problems.set(path, 'An entry is an object.')
      return []
    }
    const { id, order: _, ...fields } = value
    if (id !== undefined && (typeof id !== 'string' || id === '')) problems.set(`${path}.id`, 'An id is text.')
    else if (id !== undefined && seen.has(id)) problems.set(`${path}.id`, 'It is in the file twice.')
    else if (id !== undefined) seen.add(id)
    return [{ id: id as string | undefined, fields }]
  }
  const listAt = (name: string): FileEntry[] | undefined => {
    const list = content[name]
    if (list === undefined) return undefined
    if (Array.isArray(list)) return list.flatMap((value, n) => entryAt(`${name}.${n}`, value))
    problems.set(name, 'A collection is a list.')
    return undefined
  }
  const lists = collectionNames.flatMap((name): ContentFile['lists'] => {
    const list = listAt(name)
    return list ? [[name, list]] : []
  })
  const variants = listAt('cvVariants')
  if (content.settings !== undefined && !isRecord(content.settings)) problems.set('settings', 'Settings are an object.')
  if (problems.size > 0) throw new ImportRefused(Object.fromEntries(problems))
  return {
    settings: isRecord(content.settings) ? withEverySection(content.settings) : undefined,
    lists,
    ...(variants ? { variants } : {}),
  }
}

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
  /** How many of them visitors do not see. */
  drafts: number
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

const statesOf = (row: EntryRow) => dataOf(row).filter((data) => data !== null)

/** A text of a folder wins over the text that was exported, and over no other: the one here may have been edited since. */
const assertNotEditedHere = (row: EntryRow, { fields }: FileEntry, exported: ReadonlyMap<string, string>) => {
  for (const [field, hash] of exported) {
    const isKnown = [hash, blocksHash(fields[field])]
    if (statesOf(row).some((data) => !isKnown.includes(blocksHash(data[field] ?? []))))
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
): Promise<Pick<Entry, 'id' | 'status'>> => {
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
    return entries.create(name, fields, { by, ...kept })
  }
  if (row.deleted_at !== null) await entries.restore(name, row.id, { by })
  // A folder has no empty blocks; those here stay where it says nothing else.
  for (const field of blocksFieldsOf(name))
    if (statesOf(row).every((data) => blocksHash(fields[field]) === blocksHash(data[field] ?? []))) delete fields[field]
  // What waits as a draft goes on waiting.
  return entries.update(name, row.id, fields, { by, publish: row.published !== null })
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
    const imported: Imported = { created: 0, changed: 0, unchanged: 0, drafts: 0, changes }
    const count = (isNew: boolean, before: number) => {
      if (isNew) imported.created += 1
      else if (changes.length > before) imported.changed += 1
      else imported.unchanged += 1
    }
    const idOf = new Map<string, string>()

    for (const theme of file.themes ?? []) {
      const before = changes.length
      const isNew = (await findTheme(trx, theme.id)) === undefined
      await noting(`${themesFolder}/${theme.id}`, () => createThemes(store).add(theme, { by }))
      count(isNew, before)
    }
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
        const written = await noting(path, () => writeEntry(trx, entries, name, entry, exportedAt(path)))
        if (written === undefined) continue
        const { id, status } = written
        if (status === 'draft') imported.drafts += 1
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

type FieldData = Readonly<Record<string, unknown>>

/** Ids of this store's media in place of those that the folder has. Blocks have theirs already. */
const withMedia = (fields: Fields, data: FieldData, mediaAt: MediaAt): FieldData => {
  const named = Object.entries(fields).flatMap(([name, { kind }]) => {
    const value = kind === 'image' || kind === 'video' ? data[name] : undefined
    return typeof value === 'string' ? [[name, mediaAt(value)]] : []
  })
  return { ...data, ...Object.fromEntries(named) }
}

const themesIn = async (folder: string): Promise<PackedTheme[]> => {
  const place = path.join(folder, themesFolder)
  const found = await lstat(place).catch(() => undefined)
  if (found && !found.isDirectory())
    throw new ImportRefused({ [themesFolder]: 'It has to be a folder itself: what a link leads to is not read.' })
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory()).slice(0, 100)
  if (folders.length === 0) return []
  const { packTheme } = await import('../themes/pack.ts')
  const read = async ({ name }: { name: string }) => packTheme(await readThemeFolder(path.join(place, name)))
  return Promise.all(folders.map(read))
}

/**
 * Reads a folder that `vitrine export --content` wrote: blocks come from their Markdown files, images and videos are recognized by their
 * content, themes are checked. Reads regular files inside the folder alone. Throws `ImportRefused`.
 */
export const readContentFolder = async (folder: string, reader: Reader): Promise<ContentFile> => {
  const value = parseJson(readText(path.join(folder, contentFileName), folder))
  const mediaAt = await mediaInFolder(folder, reader)
  const exported = new Map<string, string>()
  let left = 64 * 2 ** 20
  for (const one of blocksFilesIn(value)) {
    const { success, data } = blocksFileSchema.safeParse(one.value)
    if (!success)
      throw new ImportRefused({ [one.path]: 'It names the Markdown file of its blocks, as the export wrote it.' })
    exported.set(one.path, data.sha256)
    const text = readText(path.join(folder, data.file), folder, mostText)
    left -= text.length
    if (left < 0) throw new ImportRefused({ file: 'Its Markdown files have more than 64 MB together.' })
    one.entry[one.field] = readBlocks(text, data.file, mediaAt)
  }
  const { settings, lists, variants } = readContent(value)
  return {
    settings: settings && withMedia(settingFields, settings, mediaAt),
    lists: lists.map(([name, entries]) => [
      name,
      entries.map(({ id, fields }) => ({ id, fields: withMedia(collectionNamed(name).fields, fields, mediaAt) })),
    ]),
    ...(variants ? { variants } : {}),
    exported,
    themes: await themesIn(folder),
  }
}
