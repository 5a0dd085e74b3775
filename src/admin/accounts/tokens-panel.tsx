import { Anchor, Code, Stack } from '@mantine/core'
import { useState } from 'react'
import { newTokenSchema, type TokenScope } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { queryClient } from '../api/query-client.ts'
import { runWithToast } from '../api/run-with-toast.ts'
import { NameForm } from '../form/name-form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { fullTime } from '../ui/times.ts'
import { account, useTokens } from './account-api.ts'
import { ShownOnce } from './shown-once.tsx'

const changes = 'tokens'

const revoke = (id: string, name: string) =>
  runWithToast(() => account.revokeToken(id), {
    done: `Token “${name}” revoked`,
    failed: 'The token was not revoked',
    changes,
  })

const NewToken = ({ onCreated }: { onCreated: (secret: string) => void }) => {
  const [scope, setScope] = useState<TokenScope>('read')
  const create = async (name: string) => {
    const input = parse(newTokenSchema, { name, scope })
    onCreated((await account.createToken(input.name, input.scope)).secret)
    await queryClient.invalidateQueries({ queryKey: [changes] })
  }
  return (
    <NameForm label="Token name" placeholder="Build script" action="Create token" act={create}>
      <SegmentedControl
        aria-label="Permissions"
        value={scope}
        onChange={(value) => setScope(value as TokenScope)}
        data={[
          { value: 'read', label: 'Read' },
          { value: 'write', label: 'Read and write' },
        ]}
      />
    </NameForm>
  )
}

export const TokensPanel = () => {
  const tokens = useTokens()
  const [secret, setSecret] = useState<string>()
  return (
    <Panel
      title="API tokens"
      lead={
        <>
          For scripts that read or publish. Reference:{' '}
          <Anchor href="/api/docs" target="_blank" rel="noopener" inherit underline="always">
            API documentation
          </Anchor>
          .
        </>
      }
    >
      <Stack gap="md">
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
        <Loaded query={tokens} h={40}>
          {(data) => (
            <Rows>
              {data.map(({ id, name, scope, createdAt, lastUsedAt }) => (
                <Row
                  key={id}
                  title={name}
                  badge={scope}
                  detail={`Created ${fullTime(createdAt)} · ${lastUsedAt ? `last used ${fullTime(lastUsedAt)}` : 'never used'}`}
                >
                  <RowButton of={name} onClick={() => revoke(id, name)}>
                    Revoke
                  </RowButton>
                </Row>
              ))}
            </Rows>
          )}
        </Loaded>
        <NewToken onCreated={setSecret} />
      </Stack>
    </Panel>
  )
}
