import { Code, Text } from '@mantine/core'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import type { StepName, TestStep } from '../../model/connections/connection.ts'

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
export const TestSteps = ({ steps }: { steps: readonly TestStep[] }) => (
  <ol className="test-steps">
    {steps.map(({ step, state, message, answer }) => {
      const { Icon, word, colour } = marks[state]
      return (
        <li key={step} data-state={state}>
          <span className="test-step-mark" style={{ color: colour }}>
            <Icon size={16} aria-hidden />
            <span className="visually-hidden">{word}: </span>
          </span>
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
  </ol>
)
