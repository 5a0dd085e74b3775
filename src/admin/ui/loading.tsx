import { Skeleton } from '@mantine/core'

/** Placeholder where content is awaited, `h` px high and as wide as its place. Screen readers say it. */
export const Loading = ({ h }: { h: number }) => (
  <Skeleton h={h} role="status">
    <span className="visually-hidden">Loading</span>
  </Skeleton>
)
