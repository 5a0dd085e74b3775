import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

interface Props {
  /** Object of the deletion, for the title; undefined while nothing is asked. */
  what: string | undefined
  busy: boolean
  erase(): void
  close(): void
  /** Consequence, in a sentence. */
  children: ReactNode
}

/** The one act without undo asks first. The safe answer has the focus. */
export const EraseQuestion = ({ what, busy, erase, close, children }: Props) => (
  <Modal
    opened={what !== undefined}
    onClose={close}
    title={`Delete ${what} for good?`}
    closeButtonProps={{ 'aria-label': 'Keep' }}
  >
    <Text size="sm">This cannot be undone. {children}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={close} data-autofocus>
        Keep
      </Button>
      <Button color="red" onClick={erase} loading={busy}>
        Delete for good
      </Button>
    </Group>
  </Modal>
)
