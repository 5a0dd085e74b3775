import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '../../model/accounts/account.ts'
import { runWithToast } from '../api/run-with-toast.ts'
import { Loaded, MoreButton } from '../ui/loaded.tsx'
import { Modal } from '../ui/modal.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { account, useUsers } from './account-api.ts'
import { useAccount } from './sign-in/auth-context.ts'

const fullName = ({ name, surname }: Account) => `${name} ${surname}`

const remove = (user: Account) =>
  runWithToast(() => account.removeUser(user.id), {
    done: `Account of ${fullName(user)} deleted`,
    failed: 'The account was not deleted',
    changes: 'users',
  })

export const UsersPanel = () => {
  const me = useAccount()
  const query = useUsers()
  const [toDelete, setToDelete] = useState<Account>()
  return (
    <Panel title="Users" lead="Members have an account but cannot edit. There is one owner.">
      <Loaded query={query} h={90}>
        {({ pages }) => (
          <Rows>
            {pages
              .flatMap(({ users }) => users)
              .map((user) => (
                <Row
                  key={user.id}
                  title={fullName(user)}
                  badge={user.role}
                  {...(user.role === 'owner' && { badgeColor: 'accent' })}
                  detail={user.email}
                >
                  {user.id !== me.id && (
                    <RowButton of={`the account of ${fullName(user)}`} onClick={() => setToDelete(user)}>
                      Delete
                    </RowButton>
                  )}
                </Row>
              ))}
          </Rows>
        )}
      </Loaded>
      <MoreButton query={query}>Load more</MoreButton>
      <Modal opened={toDelete !== undefined} onClose={() => setToDelete(undefined)} title="Delete this account?">
        <Text size="sm">
          {toDelete &&
            `${fullName(toDelete)} (${toDelete.email}) is signed out everywhere. The account is deleted permanently.`}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setToDelete(undefined)} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => {
              setToDelete(undefined)
              if (toDelete) void remove(toDelete)
            }}
          >
            Delete account
          </Button>
        </Group>
      </Modal>
    </Panel>
  )
}
