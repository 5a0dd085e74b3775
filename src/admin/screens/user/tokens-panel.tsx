import { Anchor, Badge, Button, Code, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { newTokenSchema, type TokenScope } from '../../../model/account.ts'
import { parse } from '../../../model/parse.ts'
import { account, useTokens } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { fullTime } from '../../ui/times.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { useSubmit } from '../../ui/use-submit.ts'

const reread = () => queryClient.invalidateQueries({ queryKey: ['tokens'] })

const revoke = async (id: string, name: string) => {
  try {
    await account.revokeToken(id)
    toast(`“${name}” works no more`)
  } catch (error) {
    toastError(error, 'The token still works')
  } finally {
    await reread()
  }
}

const NewToken = ({ made }: { made: (secret: string) => void }) => {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('read')
  const { submit, busy, problems, problem } = useSubmit(async () => {
    const input = parse(newTokenSchema, { name, scope })
    made((await account.createToken(input.name, input.scope)).secret)
    setName('')
    await reread()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Problem>{problem}</Problem>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Token name"
            name="name"
            placeholder="Build script"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problems.name}
            flex={1}
            miw={160}
            maw={260}
          />
          <SegmentedControl
            aria-label="What it may do"
            value={scope}
            onChange={(value) => setScope(value as TokenScope)}
            data={[
              { value: 'read', label: 'Read' },
              { value: 'write', label: 'Read and write' },
            ]}
          />
          <Button type="submit" variant="default" loading={busy}>
            Make a token
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Keys with which scripts act for the owner. */
export const TokensPanel = () => {
  const { data, error, refetch } = useTokens()
  const [secret, setSecret] = useState<string>()
  return (
    <Panel
      title="API tokens"
      lead={
        <>
          For scripts that read or publish. What they can call:{' '}
          <Anchor href="/api/docs" target="_blank" rel="noopener" inherit underline="always">
            API documentation
          </Anchor>
          .
        </>
      }
    >
      <Stack gap="md">
        {error && <LoadFailure error={error} retry={refetch} />}
        {secret && (
          <ShownOnce
            title="Your new token"
            lead="Copy it now: it is not shown again."
            text={secret}
            close={() => setSecret(undefined)}
          >
            <Code className="secret">{secret}</Code>
          </ShownOnce>
        )}
        {data && data.length > 0 && (
          <ul className="rows">
            {data.map(({ id, name, scope, createdAt, lastUsedAt }) => (
              <li key={id}>
                <div>
                  <Text size="sm" component="div">
                    {name}{' '}
                    <Badge size="xs" variant="light" color="gray">
                      {scope}
                    </Badge>
                  </Text>
                  <Text size="xs" c="dimmed">
                    Made {fullTime(createdAt)} · {lastUsedAt ? `last used ${fullTime(lastUsedAt)}` : 'never used'}
                  </Text>
                </div>
                <Button size="xs" variant="default" aria-label={`Revoke ${name}`} onClick={() => revoke(id, name)}>
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
        <NewToken made={setSecret} />
      </Stack>
    </Panel>
  )
}
