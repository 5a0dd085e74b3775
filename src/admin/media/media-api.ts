import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { MediaItem, MediaItemPatch, MediaKind, MediaSort, MediaUse } from '../../model/media/media-item.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

interface MediaPage {
  media: MediaItem[]
  next: string | null
}
export interface MediaQuery {
  trash?: boolean | undefined
  q?: string | undefined
  kind?: MediaKind | undefined
  unused?: boolean | undefined
  sort?: MediaSort | undefined
  limit?: number | undefined
}

/** URL of a thumbnail, also of an earlier rendition and of a deleted image. */
export const thumbnailOf = (id: string, rendition?: string): string =>
  `${pathOf(id)}/thumbnail${rendition === undefined ? '' : `?rendition=${rendition}`}`

export const originalOf = (id: string): string => `${pathOf(id)}/original`

const pathOf = (id: string) => `/api/media/${encodeURIComponent(id)}`

/** Puts what a write answered into the lists: an image that is opened before they are read again has its present version. */
export const noteMedia = (item: MediaItem): void => {
  queryClient.setQueryData<MediaItem>(['media', 'one', item.id], (known) => known && item)
  queryClient.setQueriesData<InfiniteData<MediaPage>>(
    { queryKey: ['media', 'list'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          media: page.media.map((one) => (one.id === item.id ? item : one)),
        })),
      },
  )
}

export const media = {
  list: (query: MediaQuery & { cursor?: string | undefined } = {}, signal?: AbortSignal) =>
    request<MediaPage>('GET', '/api/media', {
      query: { ...query, trash: query.trash || undefined, unused: query.unused || undefined, q: query.q || undefined },
      signal,
    }),
  get: (id: string, signal?: AbortSignal) => request<MediaItem>('GET', pathOf(id), { signal }),
  update: async (id: string, patch: MediaItemPatch, version?: number) => {
    const item = await request<MediaItem>('PATCH', pathOf(id), { body: patch, version })
    noteMedia(item)
    return item
  },
  remove: (id: string) => request<MediaItem>('DELETE', pathOf(id)),
  /** One change, which is undone as one. */
  removeAll: (ids: readonly string[]) =>
    request<{ media: MediaItem[] }>('POST', '/api/media/removals', { body: { ids } }),
  restoreAll: (ids: readonly string[]) =>
    request<{ media: MediaItem[] }>('POST', '/api/media/restorations', { body: { ids } }),
  /** Deletes from the trash, without undo. */
  erase: (ids: readonly string[]) => request<{ erased: number }>('POST', '/api/media/erasures', { body: { ids } }),
  restore: (id: string) => request<MediaItem>('POST', `${pathOf(id)}/restoration`),
}

export const forgetMedia = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['media'] }),
    queryClient.invalidateQueries({ queryKey: ['changes'] }),
  ])

export const useMedia = (query: MediaQuery = {}, enabled = true) =>
  useInfiniteQuery({
    enabled,
    queryKey: ['media', 'list', query],
    queryFn: ({ pageParam, signal }) => media.list({ ...query, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: MediaPage) => page.next ?? undefined,
  })

/** One image; `null` loads nothing. */
export const useMediaItem = (id: string | null) =>
  useQuery({
    queryKey: ['media', 'one', id],
    queryFn: ({ signal }) => media.get(id as string, signal),
    enabled: id !== null,
  })

export const usesOf = async (id: string, signal?: AbortSignal): Promise<MediaUse[]> =>
  (await request<{ uses: MediaUse[] }>('GET', `${pathOf(id)}/uses`, { signal })).uses

export const useUses = (id: string) =>
  useQuery({ queryKey: ['media', 'uses', id], queryFn: ({ signal }) => usesOf(id, signal), staleTime: 0 })
