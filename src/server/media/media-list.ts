import { Invalid } from '../../model/errors.ts'
import { kindOf, type MediaItem, type MediaKind, type MediaSort } from '../../model/media/media-item.ts'
import type { Reader } from '../db/database.ts'
import { pageOf, pageSize, readPage } from '../db/paging.ts'
import { folded } from '../db/search-text.ts'
import { mediaItemOf, selectMedia } from './media-row.ts'
import { readUsedMedia } from './media-uses.ts'

export interface MediaListOptions {
  limit?: number | undefined
  cursor?: string | undefined
  trash?: boolean | undefined
  /** Found in the file's name or description. */
  q?: string | undefined
  kind?: MediaKind | undefined
  /** Only what no entry and no setting names. */
  unused?: boolean | undefined
  sort?: MediaSort | undefined
}

interface Page {
  media: MediaItem[]
  next: string | null
}

const standing = (reader: Reader, trash: boolean) =>
  selectMedia(reader)
    .where('media.deleted_at', trash ? 'is not' : 'is', null)
    .where('media.withdrawn_at', 'is', null)

const newestFirst = async (reader: Reader, { limit, cursor, trash = false }: MediaListOptions): Promise<Page> => {
  let query = standing(reader, trash)
  if (cursor !== undefined) query = query.where('media.id', '<', cursor)
  const { items, next } = await readPage(query.orderBy('media.id', 'desc'), limit, (row) => row.id)
  return { media: items.map(mediaItemOf), next }
}

interface Outline {
  id: string
  name: string
  alt: string
  rendition: string
  type: string
  size: number | null
  deleted_at: string | null
}

// Natural order: image-2 before image-10.
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const byAge = (a: Outline, b: Outline) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
const orders: Record<MediaSort, (a: Outline, b: Outline) => number> = {
  newest: byAge,
  name: (a, b) => compare(a.name, b.name) || byAge(a, b),
  size: (a, b) => (b.size ?? 0) - (a.size ?? 0) || byAge(a, b),
}

/** Neither database folds text or sorts names as people do, and a library has thousands of files, not millions. */
const outlines = (reader: Reader): Promise<Outline[]> =>
  selectMedia(reader)
    .clearSelect()
    .select(['media.id', 'media.name', 'media.alt', 'media.rendition', 'renditions.type', 'media.deleted_at'])
    .select('blobs.size')
    .where('media.withdrawn_at', 'is', null)
    .execute()

const chosen = async (reader: Reader, options: MediaListOptions): Promise<Page> => {
  const { cursor, trash = false, q = '', kind, unused = false, sort = 'newest' } = options
  const words = folded(q).split(/\s+/).filter(Boolean)
  const used = unused ? await readUsedMedia(reader) : undefined
  const all = (await outlines(reader)).toSorted(orders[sort])
  // Where the last page ended, also when that item has gone since.
  const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== undefined && from === 0) throw new Invalid({ cursor: 'Start the list again.' })
  const found = all.slice(from).filter((one) => {
    const text = folded(`${one.name}\n${one.alt}`)
    return (
      (one.deleted_at !== null) === trash &&
      (kind === undefined || kindOf(one.type) === kind) &&
      words.every((word) => text.includes(word)) &&
      !used?.has(one.id)
    )
  })
  const { items, next } = pageOf(found, pageSize(options.limit), ({ id }) => id)
  if (items.length === 0) return { media: [], next }
  const ids = items.map(({ id }) => id)
  const rows = new Map((await selectMedia(reader).where('media.id', 'in', ids).execute()).map((row) => [row.id, row]))
  return { media: ids.flatMap((id) => rows.get(id) ?? []).map(mediaItemOf), next }
}

/** One page of media, newest first unless sorted otherwise. Throws `Invalid` for a wrong cursor. */
export const listMedia = async (reader: Reader, options: MediaListOptions): Promise<Page> => {
  const { cursor, q = '', kind, unused, sort = 'newest' } = options
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
  const plain = q.trim() === '' && kind === undefined && !unused && sort === 'newest'
  return plain ? newestFirst(reader, options) : chosen(reader, options)
}
