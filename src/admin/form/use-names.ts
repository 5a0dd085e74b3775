import { useQueries } from '@tanstack/react-query'
import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { awaitedFile } from '../../model/media/awaited-file.ts'
import { entries } from '../api/entries.ts'
import { useCategoryName } from '../api/settings-api.ts'
import { media } from '../media/media-api.ts'
import { type NameOf, namesWanted } from './names-wanted.ts'

type Data = Readonly<Record<string, unknown>>

const titleOf = async (collection: string, id: string, signal: AbortSignal): Promise<string> => {
  const definition = findCollection(collection)
  const { data } = await entries.get(collection as CollectionName, id, signal)
  return String(Reflect.get(data, definition?.preview.title ?? '') || 'Untitled')
}

/** Names for the ids by which two states of the same fields differ: those of media, entries and categories. */
export const useNames = (fields: Fields, before: Data | undefined, after: Data | undefined): NameOf => {
  const categoryName = useCategoryName()
  const wanted = namesWanted(fields, before ?? {}, after ?? {})
  const found = useQueries({
    queries: wanted.map(({ field: { kind, collection = '' }, id }) => ({
      queryKey: kind === 'entry' ? ['entries', collection, 'title', id] : ['media', 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        kind === 'entry' ? titleOf(collection, id, signal) : media.get(id, signal).then(({ name }) => name),
      retry: false,
    })),
  })
  return ({ kind, label }, id) => {
    if (kind === 'categories') return categoryName(id)
    const file = awaitedFile(id)
    if (file) return `${file.name}, not uploaded yet`
    const { data, isError } = found[wanted.findIndex((one) => one.id === id)] ?? {}
    return (
      data ?? (isError ? 'deleted for good' : wanted.some((one) => one.id === id) ? '…' : (label ?? kind).toLowerCase())
    )
  }
}
