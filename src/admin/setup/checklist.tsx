import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { findCollection } from '../../model/content/collections.ts'
import type { MailState } from '../../model/inbox/delivery.ts'
import type { InboxState } from '../../model/inbox/stored-message.ts'
import type { Remnant, SetupState } from '../../model/setup/setup-state.ts'
import { useInbox } from '../inbox/messages-api.ts'
import { Loading } from '../ui/loading.tsx'
import { Progress } from '../ui/progress.tsx'
import { countRemnants, useSetup } from './setup-api.ts'

const pathOf = ({ collection, entry }: Remnant): string => {
  const path = findCollection(collection)?.admin.path
  return path ? `/admin/${path}/edit/${entry}` : `/admin/${collection}`
}

const labelOf = ({ collection, field, title }: Remnant): string => {
  const definition = findCollection(collection)
  if (collection === 'settings') return `Settings: ${title}`
  if (!definition) return `Image: ${title}`
  const part = field === null ? '' : `, ${definition.fields[field]?.label ?? field}`
  return `${definition.label.one}: ${title}${part}`
}

/** Every piece of the samples, each with a link to the field that has it. */
const RemnantList = ({ remnants }: { remnants: readonly Remnant[] }) => (
  <details className="checklist-remnants">
    <summary>Sample content that is left: {countRemnants(remnants)}</summary>
    <ul>
      {remnants.map((remnant) => (
        <li key={`${remnant.entry}/${remnant.field}`}>
          <Anchor component={Link} to={pathOf(remnant)} state={{ field: remnant.field ?? '' }} size="sm">
            {labelOf(remnant)}
          </Anchor>
        </li>
      ))}
    </ul>
  </details>
)

export interface Step {
  id: string
  label: string
  path: string
  done: boolean
}

/** Steps from the sample page, or an empty one, to the owner's. */
export const stepsFrom = (
  { introduced, projects, samples, remnants }: SetupState,
  mail: Pick<MailState, 'transport' | 'missing'>,
): Step[] => [
  { id: 'introduction', label: 'Introduce yourself', path: '/admin/start', done: introduced },
  ...(samples
    ? [{ id: 'samples', label: 'Replace the sample content', path: '/admin/start', done: remnants.length === 0 }]
    : []),
  { id: 'project', label: 'Add your first project', path: '/admin/portfolio/create', done: projects > 0 },
  {
    id: 'mail',
    label: 'Have messages sent to you by email',
    path: '/admin/settings?tab=mail',
    done: mail.transport !== null && mail.missing.length === 0,
  },
]

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

interface FirstSteps {
  setup: SetupState
  inbox: InboxState
  hide(): void
}

const FirstSteps = ({ setup, inbox, hide }: FirstSteps) => {
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

const LoadedChecklist = ({ hide, children }: { hide(): void; children: ReactNode }) => {
  const { data: setup, isPending: waitsForSetup } = useSetup()
  const { data: inbox, isPending: waitsForInbox } = useInbox()
  // Both at once: steps that come later would push the screen down under the pointer.
  if (waitsForSetup || waitsForInbox) return <Loading h={420} />
  return (
    <>
      {setup && inbox && <FirstSteps setup={setup} inbox={inbox} hide={hide} />}
      {children}
    </>
  )
}

/** Screen with the first steps of a new site above it, until all are done or the user closes them on this device. */
export const WithChecklist = ({ children }: { children: ReactNode }) => {
  const [hidden, setHidden] = useLocalStorage({
    key: 'vitrine.first-steps',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return hidden ? children : <LoadedChecklist hide={() => setHidden(true)}>{children}</LoadedChecklist>
}
