import { endingOf, fileUrl } from '../../model/media/media-item.ts'
import type { Reader } from '../db/database.ts'
import { fileUrlOf, isVariantName } from './media-row.ts'

// Names of variants go on after the sixteen digits; a URL that no file has is found and stays as it is.
const fileUrls = /\/media\/[0-9a-f]{16}\.\w{1,8}(?![\w.-])/g

const found = new WeakMap<object, readonly string[]>()

/** The URLs of files in content; that of an entry is looked through once, since entries keep their identity while they are unchanged. */
export const fileUrlsIn = (content: object): readonly string[] => {
  const known = found.get(content)
  if (known) return known
  const urls = [...new Set([...JSON.stringify(content).matchAll(fileUrls)].map(([url]) => url))]
  found.set(content, urls)
  return urls
}

/** Present URL of each of these files, null for one in the trash; an unknown URL is left out. */
export const presentUrls = async (reader: Reader, urls: readonly string[]): Promise<Map<string, string | null>> => {
  if (urls.length === 0) return new Map()
  const stems = urls.map((url) => url.slice('/media/'.length, '/media/'.length + 16))
  const rows = await reader
    .selectFrom('renditions as named')
    .innerJoin('media', 'media.id', 'named.media')
    .innerJoin('renditions as present', 'present.stem', 'media.rendition')
    .select(['named.stem', 'named.type as namedType', 'media.rendition', 'media.deleted_at', 'present.type'])
    .where('named.stem', 'in', stems)
    .execute()
  return new Map(
    rows.map(({ stem, namedType, rendition, deleted_at, type }) => [
      `/media/${stem}.${endingOf(namedType)}`,
      deleted_at === null ? (fileUrlOf({ rendition, type }) ?? null) : null,
    ]),
  )
}

/** Text with present URLs. A link that is nothing but the URL of a deleted file is empty. */
const withPresent = (text: string, present: ReadonlyMap<string, string | null>): string =>
  present.get(text) === null ? '' : text.replace(fileUrls, (url) => present.get(url) ?? url)

const isGone = (item: unknown, present: ReadonlyMap<string, string | null>): boolean =>
  typeof item === 'object' &&
  item !== null &&
  Object.values(item).some((value) => typeof value === 'string' && present.get(value) === null)

/** The same content with links to the present files; items of lists that link to a deleted file are left out. */
export const withPresentFiles = <T>(value: T, present: ReadonlyMap<string, string | null>): T => {
  const changed = (inner: unknown): unknown => {
    if (typeof inner === 'string') return withPresent(inner, present)
    if (Array.isArray(inner)) return inner.filter((item) => !isGone(item, present)).map(changed)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, changed(one)]))
  }
  return changed(value) as T
}

/** True when this path leads to a media item outside the trash. */
export const hasMediaAt = async (reader: Reader, path: string): Promise<boolean> => {
  const name = path.slice('/media/'.length)
  if (!fileUrl.test(path) && !isVariantName(name)) return false
  const found = await reader
    .selectFrom('renditions')
    .innerJoin('media', 'media.id', 'renditions.media')
    .select('media.id')
    .where('renditions.stem', '=', name.slice(0, 16))
    .where('media.deleted_at', 'is', null)
    .where('media.withdrawn_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
