import { useQuery } from '@tanstack/react-query'
import type { NewShareLink, ShareLink } from '../../model/publishing/share-link.ts'
import { request } from '../api/client.ts'

const pathOf = (collection: string, entry: string) =>
  `/api/entries/${collection}/${encodeURIComponent(entry)}/share-links`

export const shareLinksKey = 'share-links'

export const shareLinks = {
  create: (collection: string, entry: string, link: NewShareLink) =>
    request<ShareLink>('POST', pathOf(collection, entry), { body: link }),
  end: (collection: string, entry: string, id: string) =>
    request<object>('DELETE', `${pathOf(collection, entry)}/${encodeURIComponent(id)}`),
}

export const useShareLinks = (collection: string, entry: string) =>
  useQuery({
    queryKey: [shareLinksKey, collection, entry],
    queryFn: async ({ signal }) =>
      (await request<{ links: ShareLink[] }>('GET', pathOf(collection, entry), { signal })).links,
  })
