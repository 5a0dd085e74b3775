import { Button, Group, type ModalProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { toastUnloaded, useLoaded } from './use-loaded.ts'

const loadModal = () => import('./modal-layer.tsx')

/** The library's dialog, loaded when it is first opened. */
export const Modal = (props: ModalProps) => {
  const layer = useLoaded(loadModal, props.opened, () => {
    props.onClose()
    toastUnloaded()
  })
  return layer ? <layer.Modal {...props} /> : null
}

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

interface TrashButtonsProps {
  size: 'compact-xs' | 'compact-sm'
  /** Id of what they are about. */
  of: string
  busy: boolean
  restore(): void
  erase(): void
}

/** What can be done with something in the trash. While an act is under way, the buttons do nothing and keep the focus. */
export const TrashButtons = ({ size, of, busy, restore, erase }: TrashButtonsProps) => {
  const shared = { size, 'aria-disabled': busy || undefined, 'aria-describedby': of }
  return (
    <Group gap={4} wrap="nowrap">
      <Button {...shared} variant="default" data-list-focus onClick={() => busy || restore()}>
        Restore
      </Button>
      <Button {...shared} variant="subtle" c="var(--mantine-color-error)" onClick={() => busy || erase()}>
        Delete for good
      </Button>
    </Group>
  )
}

interface EraseQuestionProps {
  /** Object of the deletion, for the title; undefined while nothing is asked. */
  what: string | undefined
  busy: boolean
  erase(): void
  close(): void
  /** Consequence, in a sentence. */
  children: ReactNode
}

/** The one act without undo asks first, and stays until it has ended. The safe answer has the focus. */
export const EraseQuestion = ({ what, busy, erase, close, children }: EraseQuestionProps) => (
  <Modal
    opened={what !== undefined}
    onClose={() => busy || close()}
    title={`Delete ${what} for good?`}
    closeButtonProps={{ 'aria-label': 'Keep' }}
  >
    <Text size="sm">This cannot be undone. {children}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" disabled={busy} onClick={close} data-autofocus>
        Keep
      </Button>
      <Button color="red" onClick={erase} loading={busy}>
        Delete for good
      </Button>
    </Group>
  </Modal>
)
