import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { newPasskeySchema } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { runWithToast } from '../api/run-with-toast.ts'
import { NameForm } from '../form/name-form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { toast } from '../ui/toast/toast.ts'
import { type Passkey, passkeys, usePasskeys } from './passkeys-api.ts'

const changes = 'passkeys'
const notCreated = new ApiError('invalid', 'No passkey was created. Try again.')

const add = async (input: string) => {
  const { name } = parse(newPasskeySchema, { name: input })
  await passkeys.add(name).catch((error: unknown) => {
    throw error instanceof ApiError ? error : notCreated
  })
  await queryClient.invalidateQueries({ queryKey: [changes] })
  toast('Passkey added')
}

const PasskeyRow = ({ id, name, createdAt }: Passkey) => {
  const [naming, setNaming] = useState(false)
  const label = name || 'Passkey'
  const rename = async (input: string) => {
    await passkeys.rename(id, parse(newPasskeySchema, { name: input }).name)
    await queryClient.invalidateQueries({ queryKey: [changes] })
    setNaming(false)
    toast('Passkey renamed')
  }
  const remove = () =>
    runWithToast(() => passkeys.remove(id), { done: 'Passkey removed', failed: 'The passkey was not removed', changes })

  if (naming)
    return (
      <li>
        <NameForm label="New name" name={name ?? ''} action="Rename" act={rename} autoFocus>
          <Button variant="subtle" color="gray" onClick={() => setNaming(false)}>
            Cancel
          </Button>
        </NameForm>
      </li>
    )
  return (
    <Row title={label} detail={createdAt && `Added ${fullTime(createdAt)}`}>
      <Group gap={6}>
        <RowButton of={label} onClick={() => setNaming(true)}>
          Rename
        </RowButton>
        <RowButton of={label} onClick={remove}>
          Remove
        </RowButton>
      </Group>
    </Row>
  )
}

export const PasskeysPanel = () => {
  const list = usePasskeys()
  return (
    <Panel
      title="Passkeys"
      lead="Sign in with a fingerprint, a face or a security key, instead of the password and the second step."
    >
      <Stack gap="md">
        <Loaded query={list} h={40}>
          {(data) => (
            <Rows>
              {data.map((passkey) => (
                <PasskeyRow key={passkey.id} {...passkey} />
              ))}
            </Rows>
          )}
        </Loaded>
        {passkeys.supported() ? (
          <NameForm label="Name" placeholder="This laptop" action="Add a passkey" act={add} />
        ) : (
          <Text size="sm">This browser does not support passkeys.</Text>
        )}
      </Stack>
    </Panel>
  )
}
