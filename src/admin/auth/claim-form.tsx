import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '../../model/account.ts'
import { asApiError } from '../api/api-error.ts'
import { session } from '../api/session.ts'
import { useAuth } from './auth-context.ts'
import { leaveTo } from './leave-to.ts'

/** For who follows the claim link while signed in. */
export const ClaimForm = ({ token, user }: { token: string; user: Account }) => {
  const { refresh } = useAuth()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const claim = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await session.claim(token)
      await refresh()
      leaveTo('/admin')
    } catch (error) {
      setProblem(asApiError(error).message)
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <Text size="sm">
        You are signed in as {user.name} {user.surname} ({user.email}). With this link you become the owner of the site,
        who may edit everything. It works once.
      </Text>
      <div role="alert">
        {problem && (
          <Alert color="red" variant="light" p="xs">
            {problem}
          </Alert>
        )}
      </div>
      <Button onClick={claim} loading={busy} fullWidth>
        Become the owner
      </Button>
    </Stack>
  )
}
