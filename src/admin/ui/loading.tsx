import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { asApiError } from '../api/client.ts'

/** Placeholder where content is awaited, `h` px high and as wide as its place. Screen readers say it. */
export const Loading = ({ h }: { h: number }) => (
  <Skeleton h={h} role="status">
    <span className="visually-hidden">Loading</span>
  </Skeleton>
)

export const LoadFailure = ({ error, retry }: { error: unknown; retry: () => unknown }) => {
  const { message, requestId } = asApiError(error)
  return (
    <Alert color="red" variant="light" title="This could not be loaded" icon={<CircleAlert size={18} aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {requestId && (
          <Text size="xs" ff="monospace">
            Reference {requestId}
          </Text>
        )}
        <Button size="xs" onClick={() => retry()}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}

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

export const Empty = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <Stack className="empty" gap="xs" align="flex-start">
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text size="sm" c="dimmed" maw="52ch">
      {children}
    </Text>
    {action}
  </Stack>
)

export const FrameSkeleton = () => (
  <Stack className="screen" gap="lg" aria-busy="true">
    <Skeleton h={34} w={180} />
    <Skeleton h={18} w="60%" />
    <Loading h={220} />
  </Stack>
)

export const Unreachable = ({ message, retry }: { message: string; retry: () => void }) => (
  <Stack component="main" maw="30rem" m="20vh auto" p="md">
    <Title order={1}>No answer</Title>
    <Text>{message}</Text>
    <Button onClick={retry} w="fit-content">
      Try again
    </Button>
  </Stack>
)
