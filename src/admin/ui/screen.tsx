import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

let [name, unread] = ['Vitrine', 0]

const show = () => {
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}

/** Title of the browser tab: number of unread messages and screen. */
export const windowTitle = {
  name: (screen: string): void => {
    name = `${screen} · Vitrine`
    show()
  },
  unread: (count: number): void => {
    unread = count
    show()
  },
}

interface Props {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** The content shows the title itself. */
  untitled?: boolean
  children: ReactNode
}

/** Screen with title, actions and content. Also sets the title of the browser tab. */
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
