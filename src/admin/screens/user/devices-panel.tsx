import { Badge, Button, Skeleton, Stack, Text } from '@mantine/core'
import { account, useSessions } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { fullTime } from '../../ui/times.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { deviceName } from './device-name.ts'

const end = async (act: () => Promise<unknown>, done: string) => {
  try {
    await act()
    toast(done)
  } catch (error) {
    toastError(error)
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
}

/** Where one is signed in. */
export const DevicesPanel = () => {
  const { data, error, refetch } = useSessions()
  return (
    <Panel title="Devices" lead="Where you are signed in. What you do not know, sign out, and change your password.">
      {error && <LoadFailure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={90} />}
      {data && (
        <Stack gap="md" align="flex-start">
          <ul className="rows">
            {data.map(({ id, device, address, lastSeenAt, current }) => (
              <li key={id}>
                <div>
                  <Text size="sm" component="div">
                    {deviceName(device)}{' '}
                    {current && (
                      <Badge size="xs" variant="light">
                        This one
                      </Badge>
                    )}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {address} · last used {fullTime(lastSeenAt)}
                  </Text>
                </div>
                {!current && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Sign out ${deviceName(device)}`}
                    onClick={() => end(() => account.endSession(id), 'Signed out there')}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.length > 1 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => end(account.endOtherSessions, 'Signed out everywhere else')}
            >
              Sign out everywhere else
            </Button>
          )}
        </Stack>
      )}
    </Panel>
  )
}
