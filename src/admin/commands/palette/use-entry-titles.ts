import { useQuery } from '@tanstack/react-query'
import type { EntryTitles } from '../../../model/content/entry-titles.ts'
import { request } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const key = ['entry-titles'] as const

const read = async (signal: AbortSignal): Promise<EntryTitles> => {
  const known = queryClient.getQueryData<EntryTitles>(key)
  const answer = await request<EntryTitles>('GET', '/api/entry-titles', { query: { version: known?.version }, signal })
  return answer.collections === null && known ? known : answer
}

/** Titles of all entries, read when the palette opens; only when the content has changed are they sent again. */
export const useEntryTitles = (opened: boolean): EntryTitles | undefined =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    enabled: opened,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
  }).data
