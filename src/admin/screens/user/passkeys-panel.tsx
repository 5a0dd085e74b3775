import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { passkeys } from '../../api/passkeys.ts'
import { queryClient } from '../../api/query-client.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { fullTime } from '../../ui/times.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { useSubmit } from '../../ui/use-submit.ts'

const key = ['passkeys']
const reread = () => queryClient.invalidateQueries({ queryKey: key })

const remove = async (id: string) => {
  try {
    await passkeys.remove(id)
    await reread()
    toast('Passkey removed')
  } catch (error) {
    toastError(error, 'The passkey is still there')
  }
}

const AddPasskey = () => {
  const [name, setName] = useState('')
  const { submit, busy, problems, problem } = useSubmit(async () => {
    if (!name.trim()) throw new ApiError('invalid', 'Name is required.', { fields: { name: 'Name is required.' } })
    await passkeys.add(name.trim()).catch((error: unknown) => {
      throw error instanceof ApiError
        ? error
        : new ApiError('invalid', 'The device did not make a passkey. Try again when you are ready.')
    })
    setName('')
    await reread()
    toast('Passkey added')
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Problem>{problem}</Problem>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name"
            name="name"
            placeholder="This laptop"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problems.name}
            flex={1}
            maw={260}
          />
          <Button type="submit" variant="default" loading={busy}>
            Add a passkey
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Signing in with the device instead of a password. */
export const PasskeysPanel = () => {
  const { data = [] } = useQuery({ queryKey: key, queryFn: ({ signal }) => passkeys.list(signal) })
  return (
    <Panel title="Passkeys" lead="Sign in with a fingerprint, a face or a security key instead of the password.">
      <Stack gap="md">
        {data.length > 0 && (
          <ul className="rows">
            {data.map(({ id, name, createdAt }) => (
              <li key={id}>
                <div>
                  <Text size="sm">{name || 'Passkey'}</Text>
                  {createdAt && (
                    <Text size="xs" c="dimmed">
                      Added {fullTime(createdAt)}
                    </Text>
                  )}
                </div>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => remove(id)}
                  aria-label={`Remove ${name || 'this passkey'}`}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {passkeys.supported() ? <AddPasskey /> : <Text size="sm">This browser knows no passkeys.</Text>}
      </Stack>
    </Panel>
  )
}
