import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { collectionNames, collections } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { entries, entriesKey } from '../../content/entries-api.ts'

const limit = 3
const debounceMs = 150

/** Entries of all collections with these words anywhere in their text, from two characters on; the server finds them. */
export const useTextMatches = (query: string): Entry[] => {
  const [q] = useDebouncedValue(query, debounceMs)
  return useQueries({
    queries: collectionNames.map((name) => ({
      queryKey: [...entriesKey(name), 'found', q],
      queryFn: ({ signal }: { signal: AbortSignal }) => entries.list(name, { q, limit }, signal),
      enabled: q.length > 1 && q === query,
    })),
    combine: (results) =>
      results.flatMap(({ data }, at) =>
        data && collectionNames[at] && collections[collectionNames[at]] ? data.entries : [],
      ),
  })
}
