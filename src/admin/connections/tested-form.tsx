import { Alert, Box, Button, Code, Group, Input, Paper, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import { type ReactNode, useState } from 'react'
import type {
  ConnectionKind,
  Connections,
  SavedConnection,
  StepName,
  TestStep,
} from '../../model/connections/connection.ts'
import { call, queryClient } from '../api/client.ts'
import { SubmitForm, useSubmit } from '../form/simple-form.tsx'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { Row, RowButton, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast.tsx'

export const useConnections = () =>
  useQuery({
    queryKey: ['connections'],
    queryFn: ({ signal }) => call('GET /api/connections', { signal }),
  })

/** Reloads what depends on a connection. */
const forgetConnections = async (): Promise<void> => {
  const keys = [['connections'], ['mail'], ['sign-in-options'], ['health'], ['messages', 'inbox']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

interface SecretFieldProps {
  name: string
  label: string
  description?: string
  /** When the stored secret was saved; undefined when there is none. */
  setAt: string | undefined
  value: string
  error: string | undefined
  required?: boolean
  change(value: string): void
  /** For a secret that the connection may do without. It goes when the form is saved. */
  removal?: { isAsked: boolean; ask(isAsked: boolean): void }
}

/** A secret that is never shown again: either it is set, or it is typed. */
export const SecretField = (props: SecretFieldProps) => {
  const { name, label, description, setAt, value, error, required = false, change, removal } = props
  const [isReplacing, setReplacing] = useState(false)
  if (setAt && !isReplacing && !error && value === '')
    return (
      <Input.Wrapper label={label} labelElement="div">
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {removal?.isAsked ? 'Removed when you save.' : `Set on ${fullTime(setAt)}`}
          </Text>
          {!removal?.isAsked && (
            <Button size="xs" variant="default" onClick={() => setReplacing(true)} aria-label={`Replace ${label}`}>
              Replace
            </Button>
          )}
          {removal && (
            <Button
              size="xs"
              variant="default"
              onClick={() => removal.ask(!removal.isAsked)}
              aria-label={`${removal.isAsked ? 'Keep' : 'Remove'} ${label}`}
            >
              {removal.isAsked ? 'Keep' : 'Remove'}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    )
  return (
    <PasswordInput
      name={name}
      label={label}
      description={description}
      // A manager of passwords would offer that of this site.
      autoComplete="off"
      data-1p-ignore
      required={required}
      value={value}
      error={error}
      autoFocus={isReplacing}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

const labels: Record<StepName, string> = {
  find: 'Find the server',
  connect: 'Connect',
  encrypt: 'Encrypt the connection',
  'sign-in': 'Sign in',
  sender: 'Sender accepted',
  recipient: 'Recipient accepted',
  send: 'Email accepted',
  issuer: 'Provider recognized',
  client: 'Client ID and secret accepted',
}

const marks = {
  done: { Icon: CircleCheck, word: 'Done', colour: 'var(--mantine-color-dimmed)' },
  failed: { Icon: CircleX, word: 'Failed', colour: 'var(--mantine-color-error)' },
  'not-reached': { Icon: CircleDashed, word: 'Not reached', colour: 'var(--mantine-color-dimmed)' },
} satisfies Record<TestStep['state'], object>

/** Steps of a test, as far as it came. */
const TestSteps = ({ steps }: { steps: readonly TestStep[] }) => (
  <Stack component="ol" gap={8} className="test-steps">
    {steps.map(({ step, state, message, answer }) => {
      const { Icon, word, colour } = marks[state]
      return (
        <li key={step} data-state={state}>
          <Box component="span" c={colour} pt="0.2rem">
            <Icon size={16} aria-hidden />
            <span className="visually-hidden">{word}: </span>
          </Box>
          <div>
            <Text size="sm" span {...(state === 'not-reached' ? { c: 'dimmed' } : {})}>
              {labels[step]}
            </Text>
            {message && <Text size="sm">{message}</Text>}
            {answer && (
              <Code block className="raw-answer">
                {answer}
              </Code>
            )}
          </div>
        </li>
      )
    })}
  </Stack>
)

type State = Pick<Connections['mail'], 'source' | 'variables' | 'savedAt' | 'readable'>

interface ConnectionStateProps {
  kind: ConnectionKind
  state: State
  name: string
  /** Consequence of the removal. */
  consequence: string
}

const detailOf = ({ source, savedAt }: State) =>
  `Saved ${fullTime(savedAt ?? '')}${source === 'environment' ? '. Not used: the variables go first' : ''}`

/** Source of a connection, and its removal. */
export const ConnectionState = ({ kind, state, name, consequence }: ConnectionStateProps) => {
  const { variables, savedAt, readable } = state
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    try {
      await call(`DELETE /api/connections/${kind}`)
      toast(`${name} removed`)
    } catch (error) {
      toastError(error, 'Not removed')
    }
    await forgetConnections()
  }
  return (
    <>
      {variables.length > 0 && (
        <Text size="sm">
          Set by{' '}
          {variables.map((variable, index) => (
            <span key={variable}>
              {index > 0 && (index === variables.length - 1 ? ' and ' : ', ')}
              <Code>{variable}</Code>
            </span>
          ))}
          . To change it, change the variables and restart the site, or unset them to set it up here.
        </Text>
      )}
      {!readable && (
        <Alert color="yellow" variant="light" title="Enter it again">
          <Text size="sm">
            What was saved cannot be read: the server’s <Code>AUTH_SECRET</Code> has changed since.
          </Text>
        </Alert>
      )}
      {savedAt && (
        <Rows>
          <Row title={name} detail={detailOf(state)}>
            <RowButton of={name} onClick={() => setAsking(true)}>
              Remove
            </RowButton>
          </Row>
        </Rows>
      )}
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title="Remove the connection?"
        action="Remove"
        act={remove}
      >
        {consequence}
      </ConfirmDialog>
    </>
  )
}

interface Report {
  saved: boolean
  steps: readonly TestStep[]
}

/** A form whose connection is tested and, when the test passes, saved; `forget` then clears what was secret. */
export const useTestedSave = (save: () => Promise<SavedConnection>, done: string, forget: () => void) => {
  const [report, setReport] = useState<Report>()
  const form = useSubmit(async () => {
    setReport(undefined)
    const { saved, steps } = await save()
    setReport({ saved, steps })
    if (!saved) return
    forget()
    toast(done)
    await forgetConnections()
  })
  return { ...form, report }
}

/** The outcome, announced to screen readers. */
const TestReport = ({ report, busy, sent }: { report: Report | undefined; busy: boolean; sent: string }) => (
  <div role="status">
    {busy && <span className="visually-hidden">Testing …</span>}
    {report && (
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text size="sm" fw={600} {...(report.saved ? {} : { c: 'var(--mantine-color-error)' })}>
            {report.saved ? 'The test passed: saved, and in use' : 'The test failed: nothing was saved'}
          </Text>
          {report.saved && <Text size="sm">{sent}</Text>}
          <TestSteps steps={report.steps} />
        </Stack>
      </Paper>
    )}
  </div>
)

interface TestedFormProps {
  label: string
  form: ReturnType<typeof useTestedSave>
  /** Says what the button does. */
  action: string
  /** Hint about the test, shown after saving. */
  sent: string
  children: ReactNode
}

export const TestedForm = ({ label, form, action, sent, children }: TestedFormProps) => (
  <SubmitForm form={form} label={label}>
    {children}
    <Button type="submit" loading={form.busy} w="fit-content">
      {action}
    </Button>
    <TestReport report={form.report} busy={form.busy} sent={sent} />
  </SubmitForm>
)
