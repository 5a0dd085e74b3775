import { Button, Modal, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../api/client.ts'
import { type GateState, sessionGate } from '../api/session-gate.ts'
import { beginGoogle, useAuth, useSignInOptions } from '../session/session.tsx'
import { GoogleButton, PasskeyButton, SignInForm } from './sign-in.tsx'

interface Labels {
  title: string
  lead: string
  leaveLabel: string
  leave: () => void
}

const labels: Record<Exclude<GateState, false>, Labels> = {
  ended: {
    title: 'Your session has ended',
    lead: 'Nothing you typed is lost. Sign in to continue.',
    leaveLabel: 'Leave without saving',
    leave: () => window.location.replace('/login'),
  },
  old: {
    title: 'Confirm that it is you',
    lead: 'You signed in a while ago, and this needs a recent sign-in. Sign in again to continue.',
    leaveLabel: 'Cancel',
    leave: sessionGate.cancel,
  },
}

export const ReturnDialog = () => {
  const state = useSyncExternalStore(sessionGate.subscribe, sessionGate.state)
  const { user, refresh } = useAuth()
  const { data: options } = useSignInOptions()
  const { title, lead, leaveLabel, leave } = labels[state || 'ended']

  const onSignedIn = async () => {
    const back = await refresh()
    // Another user must not send the calls of this one.
    if (back?.id !== user?.id) window.location.replace('/')
    else {
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
      sessionGate.open()
    }
  }

  return (
    <Modal
      opened={state !== false}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={500}
      title={title}
    >
      <Text size="sm" mb="md">
        {lead}
      </Text>
      <Stack gap="xs">
        <SignInForm email={user?.email ?? ''} onSignedIn={onSignedIn} />
        <PasskeyButton onSignedIn={onSignedIn} />
        {options?.google && (
          <GoogleButton begin={() => beginGoogle(window.location.pathname)}>Sign in with Google</GoogleButton>
        )}
        <Button variant="subtle" color="gray" fullWidth onClick={leave}>
          {leaveLabel}
        </Button>
      </Stack>
    </Modal>
  )
}
