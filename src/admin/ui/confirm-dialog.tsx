import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  opened: boolean
  close(): void
  title: string
  action: string
  act(): unknown
  children: ReactNode
}

/** Asks before what cannot be undone. */
export const ConfirmDialog = ({ opened, close, title, action, act, children }: Props) => (
  <Modal opened={opened} onClose={close} title={title}>
    <Text size="sm">{children}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={close} data-autofocus>
        Cancel
      </Button>
      <Button
        color="red"
        onClick={() => {
          close()
          act()
        }}
      >
        {action}
      </Button>
    </Group>
  </Modal>
)
