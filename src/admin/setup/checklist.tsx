import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { Link } from 'react-router'
import { useInbox } from '../inbox/messages-api.ts'
import { Progress } from '../ui/progress.tsx'
import { RemnantList } from './remnant-list.tsx'
import { useSetup } from './setup-api.ts'
import { type Step, stepsFrom } from './steps.ts'

const StepItem = ({ label, path, done }: Step) => (
  <li data-done={done || undefined}>
    <span className="checklist-mark">{done && <Check size={13} aria-label="Done:" />}</span>
    {done ? (
      label
    ) : (
      <Anchor component={Link} to={path} size="sm" c="var(--mantine-color-text)" underline="always">
        {label}
      </Anchor>
    )}
  </li>
)

const List = ({ hide }: { hide: () => void }) => {
  const { data: setup } = useSetup()
  const { data: inbox } = useInbox()
  if (!setup || !inbox) return null
  const steps = stepsFrom(setup, inbox.mail)
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <aside className="checklist" aria-label="First steps">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm">
          Make it yours: {done} of {steps.length}
        </Text>
        <ActionIcon onClick={hide} aria-label="Hide the first steps" size="sm">
          <X size={15} aria-hidden />
        </ActionIcon>
      </Group>
      <Progress value={(done / steps.length) * 100} className="checklist-progress" aria-label="First steps done" />
      <ol>
        {steps.map((step) => (
          <StepItem key={step.id} {...step} />
        ))}
      </ol>
      {setup.introduced && setup.remnants.length > 0 && <RemnantList remnants={setup.remnants} />}
    </aside>
  )
}

/** First steps on a new site. Hidden when all are done or the user closes it on this device. */
export const Checklist = () => {
  const [hidden, setHidden] = useLocalStorage({
    key: 'vitrine.first-steps',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return hidden ? null : <List hide={() => setHidden(true)} />
}
