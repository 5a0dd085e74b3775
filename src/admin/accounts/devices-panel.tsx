import { Button, Stack } from '@mantine/core'
import { runWithToast } from '../api/run-with-toast.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { account, useSessions } from './account-api.ts'
import { deviceName } from './device-name.ts'

const changes = 'sessions'
const end = (id: string) => runWithToast(() => account.endSession(id), { done: 'Device signed out', changes })
const endOthers = () => runWithToast(account.endOtherSessions, { done: 'All other devices signed out', changes })

export const DevicesPanel = () => {
  const sessions = useSessions()
  return (
    <Panel
      title="Devices"
      lead="Where you are signed in. Sign out devices that you do not know, and change your password."
    >
      <Loaded query={sessions} h={90}>
        {(data) => (
          <Stack gap="md" align="flex-start">
            <Rows>
              {data.map(({ id, device, ip: address, lastSeenAt, current }) => (
                <Row
                  key={id}
                  title={deviceName(device)}
                  badge={current && 'This device'}
                  badgeColor="accent"
                  detail={`${address} · last used ${fullTime(lastSeenAt)}`}
                >
                  {!current && (
                    <RowButton of={deviceName(device)} onClick={() => end(id)}>
                      Sign out
                    </RowButton>
                  )}
                </Row>
              ))}
            </Rows>
            {data.length > 1 && (
              <Button size="xs" variant="default" onClick={endOthers}>
                Sign out all other devices
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
