import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Problem, useSubmit } from '../form/use-submit.tsx'
import { Modal } from '../ui/modal.tsx'
import { useSignInMethods } from './account-api.ts'

interface Props {
  title: string
  children: ReactNode
  action: string
  opened: boolean
  close: () => void
  act: (password: string) => Promise<unknown>
}

const Form = ({ children, action, close, act }: Omit<Props, 'title' | 'opened'>) => {
  const { data } = useSignInMethods()
  const [password, setPassword] = useState('')
  const { submit, busy, problems, problem } = useSubmit(async () => {
    await act(password)
    close()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        <Problem>{problem}</Problem>
        {data?.password !== false && (
          <PasswordInput
            label="Your password"
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems.password}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for the password again, if the account has one, before a critical action. */
export const PasswordDialog = ({ title, opened, close, ...rest }: Props) => (
  <Modal opened={opened} onClose={close} title={title}>
    {opened && <Form close={close} {...rest} />}
  </Modal>
)
