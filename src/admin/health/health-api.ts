import { useQuery } from '@tanstack/react-query'
import type { HealthFinding } from '../../model/health/health.ts'
import { request } from '../api/client.ts'

/** Health findings, never cached: they may have changed a minute later. */
export const useHealth = () =>
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => request<{ findings: HealthFinding[] }>('GET', '/api/health', { signal }),
    select: ({ findings }) => findings,
    staleTime: 0,
  })
