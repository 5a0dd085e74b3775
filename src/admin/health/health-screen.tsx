import { Button, Stack, Text } from '@mantine/core'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { HealthFinding, HealthStatus } from '../../model/health/health.ts'
import { Loaded } from '../ui/loading.tsx'
import { Row, Rows } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { withLocalTimes } from '../ui/times.ts'
import { BackupPanel } from './backup-panel.tsx'
import { useHealth } from './health-api.ts'
import { useReadiness } from './ready-api.ts'
import { ReadyPanel } from './ready-panel.tsx'

const marks = {
  fail: { Icon: CircleX, word: 'Fail', colour: 'var(--mantine-color-error)' },
  warn: { Icon: TriangleAlert, word: 'Warning', colour: 'var(--mantine-color-text)' },
  pass: { Icon: CircleCheck, word: 'OK', colour: 'var(--vitrine-success)' },
} satisfies Record<HealthStatus, object>

const order = Object.keys(marks)

const Finding = ({ name, status, message }: HealthFinding) => {
  const { Icon, word, colour } = marks[status]
  return (
    <Row
      title={
        <Text size="sm" fw={600} span>
          {name}
        </Text>
      }
      detail={
        <Text size="sm" c={status === 'pass' ? 'dimmed' : 'var(--mantine-color-text)'} span>
          {withLocalTimes(message)}
        </Text>
      }
    >
      <span className="health-mark" style={{ color: colour }}>
        <Icon size={16} aria-hidden />
        {word}
      </span>
    </Row>
  )
}

const summary = (found: readonly HealthFinding[]): string => {
  const count = (status: HealthStatus) => found.filter((one) => one.status === status).length
  if (count('fail') > 0)
    return `${count('fail') === 1 ? 'One check has' : `${count('fail')} checks have`} failed. The fix is described below.`
  if (count('warn') > 0)
    return `No check has failed. ${count('warn') === 1 ? 'One warning' : `${count('warn')} warnings`}.`
  return 'All checks have passed.'
}

export const HealthScreen = () => {
  const health = useHealth()
  const ready = useReadiness()
  const checkAgain = (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} aria-hidden />}
      loading={health.isFetching && health.data !== undefined}
      onClick={() => Promise.all([health.refetch(), ready.refetch()])}
    >
      Check again
    </Button>
  )
  return (
    <Screen
      title="Health"
      lead="What visitors see, and everything that the site needs. The command vitrine doctor checks the latter, too."
      actions={checkAgain}
    >
      <ReadyPanel query={ready} />
      <Loaded query={health} h={420}>
        {(data) => (
          <Stack gap="md">
            <Text role="status">{summary(data)}</Text>
            <Rows>
              {[...data]
                .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
                .map((finding) => (
                  <Finding key={finding.name} {...finding} />
                ))}
            </Rows>
          </Stack>
        )}
      </Loaded>
      <BackupPanel />
    </Screen>
  )
}
