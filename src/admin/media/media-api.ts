import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { MediaItem, MediaItemPatch } from '../../model/media/media-item.ts'
import { call, paged, type QueryTo, queryClient, urlOf } from '../api/client.ts'

export type MediaQuery = QueryTo<'GET /api/media'>

/** URL of a thumbnail, also of an earlier rendition and of a deleted image. */
export const thumbnailOf = (id: string, rendition?: string): string =>
  urlOf('GET /api/media/:id/thumbnail', { id, query: { rendition } })

export const originalOf = (id: string): string => urlOf('GET /api/media/:id/original', { id })

const changeLists = (change: (media: MediaItem[]) => MediaItem[]): void => {
  queryClient.setQueriesData<InfiniteData<{ media: MediaItem[] }>>(
    { queryKey: ['media', 'list'] },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, media: change(page.media) })) },
  )
}

/** Puts what a write answered into the lists: an image that is opened before they are read again has its present version. */
export const noteMedia = (item: MediaItem): void => {
  queryClient.setQueryData<MediaItem>(['media', 'one', item.id], (known) => known && item)
  changeLists((media) => media.map((one) => (one.id === item.id ? item : one)))
}

/** Takes items out of the lists, before these are read again: no second press finds them there. */
export const dropMedia = (ids: readonly string[]): void =>
  changeLists((media) => media.filter(({ id }) => !ids.includes(id)))

export const updateMedia = async (id: string, body: MediaItemPatch, version?: number): Promise<MediaItem> => {
  const item = await call('PATCH /api/media/:id', { id, body, version })
  noteMedia(item)
  return item
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
    queryFn: ({ pageParam: cursor, signal }) => call('GET /api/media', { query: { ...query, cursor }, signal }),
    ...paged,
  })

/** One image; `null` loads nothing. */
export const useMediaItem = (id: string | null) =>
  useQuery({
    queryKey: ['media', 'one', id],
    queryFn: ({ signal }) => call('GET /api/media/:id', { id: id as string, signal }),
    enabled: id !== null,
  })

export const usesOf = async (id: string, signal?: AbortSignal) =>
  (await call('GET /api/media/:id/uses', { id, signal })).uses

export const useUses = (id: string) =>
  useQuery({ queryKey: ['media', 'uses', id], queryFn: ({ signal }) => usesOf(id, signal), staleTime: 0 })
