import path from 'node:path'
import { blocksIn } from '../../model/blocks/blocks-field.ts'
import { blocksToMarkdown } from '../../model/blocks/blocks-to-markdown.ts'
import { collectionNames, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { cvKinds, variantPath } from '../../model/cv/cv.ts'
import { cvCollections } from '../../model/cv/cv-collections.ts'
import type { CvChoices } from '../../model/cv/variant.ts'
import { UnsupportedType, VitrineError } from '../../model/errors.ts'
import { endingOf } from '../../model/media/media-item.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { MakeCvForm } from '../cv/cv-forms.ts'
import { cvSource, variantSource } from '../cv/cv-source.ts'
import type { StoredVariant } from '../cv/variants.ts'
import type { Reader } from '../db/database.ts'
import type { Media } from '../media/media.ts'
import { withoutMetadata } from '../media/without-metadata.ts'
import { sha256 } from '../process/sha256.ts'
import type { ThemeFiles } from '../themes/theme-files.ts'
import {
  type BlocksFile,
  blocksFieldsOf,
  blocksFileSchema,
  blocksFilesIn,
  blocksHash,
  clearedFileName,
  contentFileName,
  mediaInFolder,
  readBlocks,
  readText,
  themesFolder,
} from './content-folder.ts'
import { parseJson } from './import-content.ts'
import type { StaticFile } from './static-files.ts'

type Entry = Readonly<Record<string, unknown>> & { id: string }

/** Slugs and ids are safe as names of files; an entry has at most one slug. */
const stemOf = ({ fields }: Collection, entry: Entry): string => {
  const slug = Object.keys(fields).find((name) => fields[name]?.kind === 'slug')
  const named = slug === undefined ? '' : String(entry[slug])
  return named === '' ? entry.id : named
}

const withoutFormerFields = ({ aliases = {} }: Collection, entry: Entry, fields: readonly string[]): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !fields.includes(aliases[name]?.of ?? ''))) as Entry

/** The file has the entries that are published, and names no others. */
const publishedChoices = (content: Content, entries: CvChoices): CvChoices =>
  Object.fromEntries(
    cvCollections.flatMap((name) => {
      const published = new Set(content[name].map(({ id }) => id))
      const list: readonly { id: string }[] | undefined = entries[name]
      return list ? [[name, list.filter(({ id }) => published.has(id))]] : []
    }),
  )

interface Given {
  content: Content
  original: Media['original']
  variants?: readonly StoredVariant[]
  /** Those of somebody else. */
  themes?: readonly { id: string; files: ThemeFiles }[]
}

/** Undefined for what an older version took and decoders tolerate, such as an image cut short. */
const clearedOf = (stored: Uint8Array): Uint8Array | undefined => {
  try {
    return withoutMetadata(stored)
  } catch (error) {
    if (error instanceof UnsupportedType) return undefined
    throw error
  }
}

/**
 * The published content as files that a person edits and `vitrine import` reads: `content.json`, the blocks of each entry as
 * Markdown, the originals of the images and videos that they name, and the themes. An original whose metadata cannot be taken out is left out, with
 * a sentence to `warn`.
 */
export async function* contentFiles(
  { content, original, variants = [], themes = [] }: Given,
  warn: (sentence: string) => void,
): AsyncGenerator<StaticFile> {
  const names = new Map<string, string>()
  const cleared: Record<string, string> = {}
  for (const id of new Set([...Object.keys(content.media), ...Object.keys(content.videos ?? {})])) {
    const { type, bytes: stored, name: title } = await original(id)
    // An older version stored uploads with their metadata.
    const before = sha256(stored)
    const bytes = clearedOf(stored)
    if (!bytes) {
      warn(
        `The original of “${title}” (${id}) is left out: its metadata cannot be taken out. Save it again in a program for images, and upload it.`,
      )
      continue
    }
    const after = sha256(bytes)
    if (after !== before) cleared[after] = before
    const name = `media/${id}.${endingOf(type) ?? type.slice(type.indexOf('/') + 1)}`
    names.set(id, name)
    yield { name, bytes }
  }
  if (Object.keys(cleared).length > 0) yield { name: clearedFileName, bytes: Buffer.from(JSON.stringify(cleared)) }
  const lists: Record<string, Entry[]> = {}
  for (const name of collectionNames) {
    const collection = collections[name] as unknown as Collection
    const fields = blocksFieldsOf(name)
    lists[name] = []
    for (const one of content[name] as unknown as Entry[]) {
      const entry: Record<string, unknown> & { id: string } = { ...withoutFormerFields(collection, one, fields) }
      for (const field of fields) {
        const blocks = blocksIn(entry[field])
        const more = field === fields[0] ? '' : `-${field}`
        const file = `${name}/${stemOf(collection, entry)}${more}.md`
        const text = blocksToMarkdown(blocks, (id) => `../${names.get(id) ?? `media/${id}`}`)
        const bytes = Buffer.from(text === '' ? '' : `${text}\n`)
        entry[field] = { file, sha256: blocksHash(blocks) ?? '', text: sha256(bytes) } satisfies BlocksFile
        yield { name: file, bytes }
      }
      lists[name]?.push(entry)
    }
  }
  for (const { id, files } of themes)
    for (const [file, bytes] of files) yield { name: `${themesFolder}/${id}/${file}`, bytes }
  const { version, settings } = content
  const cvVariants = variants.map(({ id, data }) => ({ id, ...data, entries: publishedChoices(content, data.entries) }))
  yield {
    name: contentFileName,
    bytes: Buffer.from(`${JSON.stringify({ version, settings, ...lists, cvVariants }, null, 2)}\n`),
  }
}

const tried = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Throws when a text of the export in the folder was edited and is not what the site has: the next export would replace it. */
export const assertUnedited = async (folder: string, content: Content, reader: Reader): Promise<void> => {
  const text = tried(() => readText(path.join(folder, contentFileName), folder))
  if (!text) return
  const mediaAt = await mediaInFolder(folder, reader)
  const edited: string[] = []
  for (const { path: at, entry, field, value } of blocksFilesIn(parseJson(text))) {
    const { success, data } = blocksFileSchema.safeParse(value)
    const own = success ? tried(() => readText(path.join(folder, data.file), folder)) : undefined
    if (!success || own === undefined || sha256(own) === data.text) continue
    const list = Reflect.get(content, at.split('.')[0] ?? '') as readonly { id: string }[]
    const published = list.find(({ id }) => id === entry.id)
    const blocks = tried(() => readBlocks(own, data.file, mediaAt))
    const isImported = blocks && published && blocksHash(blocks) === blocksHash(Reflect.get(published, field))
    if (!isImported) edited.push(data.file)
  }
  if (edited.length > 0)
    throw new VitrineError(
      'invalid',
      `Edited since the last export: ${edited.join(', ')}. Import ${folder} first, or name another folder.`,
    )
}

/**
 * The forms of the CV as files, and of its public variants: a host that only serves files asks for no key. `onMissing` is told why one could
 * not be made.
 */
export async function* cvFiles(
  { makeCvForm, config, themes }: { makeCvForm: MakeCvForm; config: { publicUrl: string }; themes: readonly Theme[] },
  { content, variants }: { content: Content; variants: readonly StoredVariant[] },
  onMissing: (sentence: string) => void,
): AsyncGenerator<StaticFile> {
  const { publicUrl } = config
  const cv = cvSource(content, publicUrl, themes)
  const wanted = [
    ...(cv ? cvKinds.map((kind) => ({ kind, path: `/cv.${kind}`, source: cv })) : []),
    ...variants.flatMap(({ data }) => {
      if (data.access !== 'public') return []
      const source = variantSource(content, publicUrl, data, themes)
      return cvKinds.map((kind) => ({ kind, path: variantPath(data.name, kind), source }))
    }),
  ]
  for (const { kind, path, source } of wanted) {
    const form = await makeCvForm(kind, source).catch((error: unknown) => {
      onMissing(`${path} is missing: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (form) yield { name: path.slice(1), bytes: form.bytes }
  }
}
