import { Skeleton, Stack } from '@mantine/core'

export const FrameSkeleton = () => (
  <Stack className="screen" gap="lg" aria-busy="true" aria-label="Loading">
    <Skeleton h={34} w={180} />
    <Skeleton h={18} w="60%" />
    <Skeleton h={220} />
  </Stack>
)
