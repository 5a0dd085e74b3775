import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  lead: string
  text: string
  children: ReactNode
  close: () => void
}

export const ShownOnce = ({ title, lead, text, children, close }: Props) => (
  <Alert title={title} variant="light" color="yellow" w="100%" role="status">
    <Text size="sm">{lead}</Text>
    <div className="shown-once">{children}</div>
    <Group gap="xs" mt="sm">
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
      <Button size="xs" variant="default" onClick={close}>
        I have saved it
      </Button>
    </Group>
  </Alert>
)
