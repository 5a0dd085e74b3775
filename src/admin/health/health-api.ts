import { useQuery } from '@tanstack/react-query'
import type { HealthFinding } from '../../model/health/finding.ts'
import { request } from '../api/client.ts'

/** Looked at anew whenever the screen is opened: what was well a minute ago may not be now. */
export const useHealth = () =>
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => request<{ findings: HealthFinding[] }>('GET', '/api/health', { signal }),
    select: ({ findings }) => findings,
    staleTime: 0,
  })
