import { Button, Group, Modal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { unsaved } from './autosave/autosave.ts'
import type { OpenForm } from './autosave/open-form.ts'
import { sendNow } from './autosave/transitions.ts'

interface Props {
  isUnsaved(): boolean
  children: string
  /** Saves, then calls `leave`. Returns a function that cancels it. */
  save?(leave: () => void): () => void
  askAfterMs?: number
}

/** Asks before unsaved changes are left, inside the app and when the tab closes. */
export const LeaveGuard = ({ isUnsaved, children, save, askAfterMs = 0 }: Props) => {
  const [asking, setAsking] = useState(false)
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to leave.
  useEffect(() => {
    if (state !== 'blocked') return
    const timer = setTimeout(() => setAsking(true), askAfterMs)
    const cancel = save?.(proceed)
    return () => {
      clearTimeout(timer)
      cancel?.()
      setAsking(false)
    }
  }, [state])
  useWindowEvent('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  return (
    <Modal
      opened={asking && state === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      closeButtonProps={{ 'aria-label': 'Stay here' }}
    >
      <Text size="sm">{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          Leave
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          Stay here
        </Button>
      </Group>
    </Modal>
  )
}

/** Delays leaving a form until everything is saved, and asks if that takes too long or cannot happen by itself. */
export const LeaveWhenSaved = ({ form: { saver, rules } }: { form: OpenForm }) => {
  const isUnsaved = () => unsaved(saver.state()).length > 0
  const savesItself = saver.state().version !== null && !rules.onRequest
  return (
    <LeaveGuard
      isUnsaved={isUnsaved}
      askAfterMs={savesItself ? 1500 : 0}
      save={(leave) => {
        const stop = saver.subscribe(() => {
          if (isUnsaved()) return
          stop()
          leave()
        })
        saver.update(sendNow)
        return stop
      }}
    >
      Some of your text is not on the server yet. It stays on this device and comes back when you open this form again.
    </LeaveGuard>
  )
}
