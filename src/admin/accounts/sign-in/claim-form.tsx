import { Button, Stack, Text } from '@mantine/core'
import type { Account } from '../../../model/accounts/account.ts'
import { Problem, useSubmit } from '../../form/use-submit.tsx'
import { session, useSignInOptions } from '../session-api.ts'
import { useAuth } from './auth-context.ts'

export const ClaimForm = ({ token, user }: { token: string; user: Account }) => {
  const { refresh } = useAuth()
  const { data: options } = useSignInOptions()
  const { submit, busy, problem } = useSubmit(async () => {
    await session.claim(token)
    await refresh()
    window.location.replace('/admin/start')
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        You are signed in as {user.name} {user.surname} ({user.email}). This link makes you the owner of the site, with
        full editing rights. It works once.{options?.claim === false && ' The current owner becomes a member.'}
      </Text>
      <Problem>{problem}</Problem>
      <Button onClick={submit} loading={busy} fullWidth>
        Become the owner
      </Button>
    </Stack>
  )
}
