import { useQuery } from '@tanstack/react-query'
import { imageFields } from '../../../model/collection.ts'
import { collectionNames, collections, findCollection } from '../../../model/collections/index.ts'
import { entries } from '../../api/entries.ts'
import { entryTitle } from '../entries/entry-row.tsx'

export interface Use {
  title: string
  path: string
}

const usesOf = async (id: string, signal: AbortSignal): Promise<Use[]> => {
  const found: Use[] = []
  for (const name of collectionNames) {
    const definition = findCollection(name)
    const images = definition ? imageFields(definition) : []
    for (let cursor: string | undefined, more = images.length > 0; more; ) {
      const page = await entries.list(name, { limit: 200, cursor }, signal)
      for (const entry of page.entries)
        if (images.some((field) => entry.data[field] === id))
          found.push({
            title: `${collections[name].label.one}: ${entryTitle(name, entry)}`,
            path: `/admin/${collections[name].admin.path}/edit/${entry.id}`,
          })
      cursor = page.next ?? undefined
      more = cursor !== undefined
    }
  }
  return found
}

/** The entries that show this picture. */
export const useUsage = (id: string) =>
  useQuery({ queryKey: ['media', 'usage', id], queryFn: ({ signal }) => usesOf(id, signal), staleTime: 0 })
