import { useQuery } from '@tanstack/react-query'
import type { Content } from '../../model/content/published-content.ts'
import { request } from '../api/client.ts'

/** What the page is made of now. */
export const useContent = () =>
  useQuery({
    queryKey: ['content'],
    queryFn: ({ signal }) => request<Content>('GET', '/api/content', { signal }),
  })
