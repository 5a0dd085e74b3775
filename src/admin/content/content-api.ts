import { useQuery } from '@tanstack/react-query'
import type { Content } from '../../model/content/published-content.ts'
import { request } from '../api/client.ts'

export const useContent = () =>
  useQuery({
    queryKey: ['content'],
    queryFn: ({ signal }) => request<Content>('GET', '/api/content', { signal }),
  })
