import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

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
