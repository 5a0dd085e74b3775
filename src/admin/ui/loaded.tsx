import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { Loading } from './loading.tsx'

interface Query<T> {
  data: T | undefined
  error: unknown
  refetch(): unknown
}

/** Content of a query once it has loaded; before, a placeholder of this height or the failure. */
export const Loaded = <T,>({ query, h, children }: { query: Query<T>; h: number; children(data: T): ReactNode }) => {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error ? <LoadFailure error={error} retry={refetch} /> : <Loading h={h} />
}

interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Button below a list that has more pages. */
export const MoreButton = ({ query, children = 'Show more' }: { query: PagedQuery; children?: string }) =>
  query.hasNextPage && (
    <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
      {children}
    </Button>
  )
