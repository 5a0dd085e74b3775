import { Button, Modal, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { sessionGate } from '../api/session-gate.ts'
import { useAuth } from '../auth/auth-context.ts'
import { leaveTo } from '../auth/leave-to.ts'
import { SignInForm } from '../auth/sign-in-form.tsx'

/** Over the screen when the session has ended: after the password everything goes on where it stood. */
export const ReturnDialog = () => {
  const closed = useSyncExternalStore(sessionGate.subscribe, sessionGate.isClosed)
  const { user, refresh } = useAuth()
  return (
    <Modal
      opened={closed}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={500}
      title="Your session has ended"
    >
      <Text size="sm" mb="md">
        Nothing you typed is lost. Enter your password to go on.
      </Text>
      <SignInForm
        email={user?.email ?? ''}
        onSignedIn={async () => {
          await refresh()
          sessionGate.open()
        }}
      />
      <Button variant="subtle" color="gray" fullWidth mt="xs" onClick={() => leaveTo('/login')}>
        Leave without saving
      </Button>
    </Modal>
  )
}
