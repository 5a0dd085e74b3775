import { Alert, Stack, Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { runWithToast } from '../api/run-with-toast.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { account, useSignInMethods } from './account-api.ts'
import { useSignInOptions } from './session-api.ts'
import { GoogleButton } from './sign-in/google-button.tsx'
import { googleFailure } from './sign-in/google-failure.ts'

const unlink = () =>
  runWithToast(account.unlinkGoogle, {
    done: 'Google unlinked',
    failed: 'Google is still linked',
    changes: 'sign-in-methods',
  })

/** Links a Google account. It cannot be unlinked while it is the only way to sign in. */
export const GooglePanel = () => {
  const methods = useSignInMethods()
  const { data: options } = useSignInOptions()
  const [params] = useSearchParams()
  const failure = params.get('error')
  return (
    <Panel title="Google" lead="Also sign in with a Google account. Its email address may differ.">
      <Stack gap="md" align="flex-start">
        {failure !== null && (
          <Alert color="red" variant="light" p="xs" role="alert" w="100%">
            {googleFailure(failure)}
          </Alert>
        )}
        <Loaded query={methods} h={40}>
          {({ google, password }) =>
            google ? (
              <>
                <Rows>
                  <Row title="Linked" detail={`Since ${fullTime(google.since)}`}>
                    <RowButton of="Google" disabled={!password} onClick={unlink}>
                      Unlink
                    </RowButton>
                  </Row>
                </Rows>
                {!password && (
                  <Text size="sm">Google is your only way to sign in. Set a password before you unlink it.</Text>
                )}
              </>
            ) : (
              <GoogleButton
                configured={options?.google}
                hint="Set it up in Settings, Access."
                begin={account.linkGoogle}
              >
                Link Google
              </GoogleButton>
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  )
}
