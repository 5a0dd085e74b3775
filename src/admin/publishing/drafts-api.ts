import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type AnswerTo, call, paged } from '../api/client.ts'

type Draft = AnswerTo<'GET /api/drafts'>['drafts'][number]

const list = (query: { limit?: number; cursor?: string | undefined; after?: string }, signal: AbortSignal) =>
  call('GET /api/drafts', { query, signal })

/** Number of drafts that visitors do not see yet; undefined until it is known. Each write that may change it loads it again. */
export const useDraftCount = (): number | undefined => {
  const { data, isError } = useQuery({
    queryKey: ['drafts', 'count'],
    queryFn: ({ signal }) => list({ limit: 1 }, signal),
  })
  return data?.count ?? (isError ? 0 : undefined)
}

export const useDrafts = () =>
  useInfiniteQuery({
    queryKey: ['drafts', 'list'],
    queryFn: ({ pageParam, signal }) => list(pageParam ? { cursor: pageParam, limit: 200 } : {}, signal),
    ...paged,
  })

/** The draft behind an entry in its list; undefined without one, and while it is not known. */
export const useNextDraft = (entry: string, enabled: boolean): string | undefined => {
  const { data } = useQuery({
    queryKey: ['drafts', 'next', entry],
    queryFn: ({ signal }) => list({ after: entry, limit: 1 }, signal),
    enabled,
  })
  return (enabled && data?.drafts[0]?.entry) || undefined
}

const send = (name: 'POST /api/publications' | 'POST /api/discards', drafts: readonly Draft[]) => {
  const seen = drafts.map(({ collection, entry, version }) => ({ collection, entry, version }))
  return call(name, { body: { drafts: seen } })
}

export const drafts = {
  /** Publishes these drafts in the versions that were shown. */
  publish: (shown: readonly Draft[]) => send('POST /api/publications', shown),
  discard: (shown: readonly Draft[]) => send('POST /api/discards', shown),
}
