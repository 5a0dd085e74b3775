import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { collectionNames, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { entries, entriesKey } from '../content/entries-api.ts'

export interface FoundEntry {
  id: string
  title: string
  collection: string
  path: string
}

const limit = 5

const found = (entry: Entry): FoundEntry => {
  const collection = findCollection(entry.collection)
  return {
    id: entry.id,
    title: String(entry.data[collection?.preview.title ?? ''] ?? '') || 'Untitled',
    collection: collection?.label.one ?? entry.collection,
    path: `/admin/${collection?.admin.path}/edit/${entry.id}`,
  }
}

/** Entries of all collections that match the query, from two characters on. */
export const useFoundEntries = (query: string): FoundEntry[] => {
  const [q] = useDebouncedValue(query.trim(), 120)
  return useQueries({
    queries: collectionNames.map((name) => ({
      queryKey: [...entriesKey(name), 'found', q],
      queryFn: ({ signal }: { signal: AbortSignal }) => entries.list(name, { q, limit }, signal),
      enabled: q.length > 1,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.entries.map(found) ?? []),
  })
}
