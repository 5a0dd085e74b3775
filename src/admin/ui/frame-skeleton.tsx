import { Skeleton, Stack } from '@mantine/core'
import { Loading } from './loading.tsx'

export const FrameSkeleton = () => (
  <Stack className="screen" gap="lg" aria-busy="true">
    <Skeleton h={34} w={180} />
    <Skeleton h={18} w="60%" />
    <Loading h={220} />
  </Stack>
)
