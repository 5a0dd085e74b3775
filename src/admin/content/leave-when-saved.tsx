import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { unsaved } from '../form/autosave/autosave.ts'
import type { OpenForm } from '../form/autosave/open-form.ts'
import { sendNow } from '../form/autosave/transitions.ts'

/** Time to wait for the last save before asking. */
const askAfterMs = 1500

/** Delays leaving until everything is saved, and asks if that takes too long. */
export const LeaveWhenSaved = ({ form: { saver } }: { form: OpenForm }) => {
  const [asking, setAsking] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && unsaved(saver.state()).length > 0,
  )
  const { state: blockerState, proceed } = blocker

  useEffect(() => {
    if (blockerState !== 'blocked') return
    const stop = saver.subscribe(() => {
      if (unsaved(saver.state()).length > 0) return
      stop()
      proceed?.()
    })
    const timer = setTimeout(() => setAsking(true), saver.state().version === null ? 0 : askAfterMs)
    saver.update(sendNow)
    return () => {
      stop()
      clearTimeout(timer)
      setAsking(false)
    }
  }, [blockerState, proceed, saver])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved(saver.state()).length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [saver])

  return (
    <Modal
      opened={asking && blockerState === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      closeButtonProps={{ 'aria-label': 'Stay here' }}
    >
      <Text size="sm">
        Some of your text is not on the server yet. It stays on this device and comes back when you open this form
        again.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          Leave
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          Stay here
        </Button>
      </Group>
    </Modal>
  )
}
