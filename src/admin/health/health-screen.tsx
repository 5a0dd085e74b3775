import { Button, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Download from 'lucide-react/icons/download'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { type AnswerTo, call, urlOf } from '../api/client.ts'
import { SubmitForm, useSubmit } from '../form/simple-form.tsx'
import { fileSize } from '../ui/file-size.ts'
import { Loaded } from '../ui/loading.tsx'
import { Panel, Row, Rows } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { withLocalTimes } from '../ui/times.ts'
import { useReadiness } from './ready-api.ts'
import { ReadyPanel } from './ready-panel.tsx'

type HealthFinding = AnswerTo<'GET /api/health'>['findings'][number]
type HealthStatus = HealthFinding['status']

/** Health findings, never cached: they may have changed a minute later. */
const useHealth = () =>
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /api/health', { signal }),
    select: ({ findings }) => findings,
    staleTime: 0,
  })

/** Has the browser save a file that the server sends as one. */
const save = (url: string) => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

const BackupPanel = () => {
  const [made, setMade] = useState<AnswerTo<'POST /api/backups'>>()
  const form = useSubmit(async () => {
    setMade(undefined)
    const backup = await call('POST /api/backups')
    save(urlOf('GET /api/backups/:id', { id: backup.id }))
    setMade(backup)
  })
  return (
    <Panel
      title="Backup"
      lead="Everything in one file: content, history, images, messages and accounts. Whoever has it can read your messages: keep it as safe as the site."
    >
      <SubmitForm form={form}>
        <div>
          <Button type="submit" variant="default" leftSection={<Download size={16} aria-hidden />} loading={form.busy}>
            Make a backup and download it
          </Button>
        </div>
        <Stack role="status" gap="xs">
          {form.busy && <Text size="sm">The backup is being made. A site with many videos takes some minutes.</Text>}
          {made && (
            <Text size="sm">
              The backup is made ({fileSize(made.bytes)}), and your browser saves it. To bring it back: vitrine restore
              FILE.
            </Text>
          )}
          {made && made.notes.length > 0 && (
            <List size="sm">
              {made.notes.map((note) => (
                <List.Item key={note}>{note}</List.Item>
              ))}
            </List>
          )}
        </Stack>
      </SubmitForm>
    </Panel>
  )
}

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
