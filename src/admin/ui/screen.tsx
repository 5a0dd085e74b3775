import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { windowTitle } from './window-title.ts'

interface Props {
  title: string
  /** One line: what the screen is for. */
  lead?: ReactNode
  /** At the right of the title: what can be done here. */
  actions?: ReactNode
  /** The content shows the title itself. */
  untitled?: boolean
  children: ReactNode
}

/** A screen's title, its actions and its content; also names the browser's tab. */
export const Screen = ({ title, lead, actions, untitled, children }: Props) => {
  useEffect(() => {
    windowTitle.name(title)
  }, [title])
  return (
    <Stack className="screen" gap="lg">
      {!untitled && (
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={1}>{title}</Title>
            {lead && (
              <Text c="dimmed" size="sm">
                {lead}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Stack>
  )
}
