import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { unsaved } from '../form/autosave/autosave.ts'
import type { OpenForm } from '../form/autosave/open-form.ts'
import { sendNow } from '../form/autosave/transitions.ts'

/** In ms: how long leaving may wait for the last save before it asks. */
const askAfterMs = 1500

/** Leaves once everything is saved, and asks when that does not work out at once. */
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
        The server does not have everything you typed here. It stays on this device and is offered again when you open
        this form.
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
