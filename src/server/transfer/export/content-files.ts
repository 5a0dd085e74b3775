import { blocksIn } from '../../../model/blocks/blocks-field.ts'
import { blocksToMarkdown } from '../../../model/blocks/blocks-to-markdown.ts'
import { collectionNames, collections } from '../../../model/content/collections/index.ts'
import type { Collection } from '../../../model/content/define-collection.ts'
import type { Content } from '../../../model/content/published-content.ts'
import { cvCollections } from '../../../model/cv/cv-collections.ts'
import type { CvChoices } from '../../../model/cv/variant.ts'
import { endingOf } from '../../../model/media/media-item.ts'
import type { StoredVariant } from '../../cv/variants/variant-row.ts'
import type { Media } from '../../media/media.ts'
import { type BlocksFile, blocksFieldsOf, blocksHash, contentFileName, sha256 } from '../content-folder/blocks-file.ts'
import type { StaticFile } from './static-file.ts'

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

/**
 * The published content as files that a person edits and `vitrine import` reads: `content.json`, the blocks of each entry as
 * Markdown, and the originals of the images and videos that they name.
 */
export async function* contentFiles({
  content,
  original,
  variants = [],
}: {
  content: Content
  original: Media['original']
  variants?: readonly StoredVariant[]
}): AsyncGenerator<StaticFile> {
  const names = new Map<string, string>()
  for (const id of new Set([...Object.keys(content.media), ...Object.keys(content.videos ?? {})])) {
    const { type, bytes } = await original(id)
    const name = `media/${id}.${endingOf(type) ?? type.slice(type.indexOf('/') + 1)}`
    names.set(id, name)
    yield { name, bytes }
  }
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
  const { version, settings } = content
  const cvVariants = variants.map(({ id, data }) => ({ id, ...data, entries: publishedChoices(content, data.entries) }))
  yield {
    name: contentFileName,
    bytes: Buffer.from(`${JSON.stringify({ version, settings, ...lists, cvVariants }, null, 2)}\n`),
  }
}
