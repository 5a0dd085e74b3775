import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '../../ui/panel.tsx'
import { account } from '../account-api.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { useAccount, useAuth } from '../sign-in/auth-context.ts'

/** Deletes one's own account. The owner hands the site over first. */
export const DeleteAccountPanel = () => {
  const { role } = useAccount()
  const { dispatch } = useAuth()
  const [asking, setAsking] = useState(false)
  return (
    <Panel title="Delete the account" lead="With everything that belongs to it. This cannot be undone.">
      {role === 'owner' ? (
        <Text size="sm">
          You are the owner of this site, whose account cannot be deleted. Make somebody else the owner first, under{' '}
          <Anchor component={Link} to="/admin/user" size="sm" underline="always">
            User, Hand over
          </Anchor>
          .
        </Text>
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      )}
      <PasswordDialog
        opened={asking}
        close={() => setAsking(false)}
        title="Delete your account?"
        action="Delete for good"
        act={async (password) => {
          await account.removeOwn(password)
          dispatch({ type: 'LOGOUT' })
          window.location.replace('/')
        }}
      >
        You are signed out everywhere, and the account is deleted for good. A new one can be made with the same email
        address while registration is open.
      </PasswordDialog>
    </Panel>
  )
}
