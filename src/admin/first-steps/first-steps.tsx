import { ActionIcon, Anchor, Group, Progress, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useAccount } from '../accounts/sign-in/auth-context.ts'
import { useChanges } from '../history/changes-api.ts'
import { useInbox } from '../inbox/messages-api.ts'
import { stepsFrom } from './steps.ts'

const List = ({ hide }: { hide: () => void }) => {
  const { id } = useAccount()
  const { data: changes } = useChanges({ limit: 200 })
  const { data: inbox } = useInbox()
  const [known, setKnown] = useLocalStorage<string[]>({
    key: 'vitrine.first-steps-done',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const steps = changes && inbox && stepsFrom(changes.pages[0]?.changes ?? [], id, inbox.mail, known)
  // Email can be turned off again; all other steps stay done.
  const completed = steps?.filter(({ id, done }) => done && id !== 'mail').map(({ id }) => id) ?? []
  useEffect(() => {
    if (completed.length > known.length) setKnown(completed)
  })
  if (!steps) return null
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <aside className="first-steps" aria-label="First steps">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm">
          Make it yours: {done} of {steps.length}
        </Text>
        <ActionIcon onClick={hide} aria-label="Hide the first steps" size="sm">
          <X size={15} aria-hidden />
        </ActionIcon>
      </Group>
      <Progress value={(done / steps.length) * 100} size={3} mt={6} mb="sm" aria-label="First steps done" />
      <ol>
        {steps.map((step) => (
          <li key={step.id} data-done={step.done || undefined}>
            <span className="first-steps-mark">{step.done && <Check size={13} aria-label="Done:" />}</span>
            {step.done ? (
              step.label
            ) : (
              <Anchor component={Link} to={step.path} size="sm" c="var(--mantine-color-text)" underline="always">
                {step.label}
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </aside>
  )
}

/** First steps on a new site. Hidden when all are done or the user closes it on this device. */
export const FirstSteps = () => {
  const [hidden, setHidden] = useLocalStorage({
    key: 'vitrine.first-steps',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return hidden ? null : <List hide={() => setHidden(true)} />
}
