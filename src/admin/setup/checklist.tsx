import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { findCollection } from '../../model/content/collections.ts'
import { counted } from '../../model/counted.ts'
import type { MailState } from '../../model/inbox/delivery.ts'
import type { InboxCounts, InboxMessage } from '../../model/inbox/stored-message.ts'
import type { Remnant, SetupState } from '../../model/setup/setup-state.ts'
import { readyPath, useReadinessNews } from '../health/ready-api.ts'
import { useInbox } from '../inbox/inbox-state.ts'
import { useNewestUnread } from '../inbox/messages-api.ts'
import { useDraftCount } from '../publishing/drafts-api.ts'
import { DraftsButton } from '../publishing/drafts-button.tsx'
import { usePendingTestimonials } from '../testimonials/requests-api.ts'
import { Loading } from '../ui/loading.tsx'
import { Progress } from '../ui/progress.tsx'
import { formPath, screenOf } from '../ui/screens.ts'
import { countRemnants, useSetup } from './setup-api.ts'

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
    <ul className="bullets">
      {remnants.map((remnant) => (
        <li key={`${remnant.entry}/${remnant.field}`}>
          <Anchor
            component={Link}
            to={formPath(remnant.collection, remnant.entry)}
            state={{ field: remnant.field ?? '' }}
            size="sm"
          >
            {labelOf(remnant)}
          </Anchor>
        </li>
      ))}
    </ul>
  </details>
)

interface Step {
  id: string
  label: string
  path: string
  done: boolean
  note?: string
}

/** Steps from the sample page, or an empty one, to the owner's. */
export const stepsFrom = (
  { introduced, projects, samples, remnants, findings }: SetupState,
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
  {
    id: 'ready',
    label: 'Be ready to show',
    // Unknown while counting takes long.
    note: findings ? `${counted(findings, 'thing')} to look at` : '',
    path: readyPath,
    done: findings === 0,
  },
]

const StepItem = ({ label, path, done, note }: Step) => (
  <li data-done={done || undefined}>
    <span className="checklist-mark">{done && <Check size={13} aria-label="Done:" />}</span>
    {done ? (
      label
    ) : (
      <Anchor component={Link} to={path} size="sm" c="var(--mantine-color-text)" underline="always">
        {label}
      </Anchor>
    )}
    {note && (
      <Text span inherit c="dimmed">
        {note}
      </Text>
    )}
  </li>
)

const FirstSteps = ({ steps, setup, hide }: { steps: readonly Step[]; setup: SetupState; hide(): void }) => {
  const done = steps.filter((step) => step.done).length
  return (
    <aside className="checklist surface" aria-label="First steps">
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

interface ToDoProps {
  /** Undefined where they could not be read. */
  counts: InboxCounts | undefined
  /** Undefined until it is read: its line is there before. */
  newest: InboxMessage | undefined
  /** Number of those that came through a link and wait. */
  testimonials: number
  /** Number of findings of the monthly check. */
  news: number
  isCalm: boolean
}

/** Lists the owner’s open work: views of the inbox that are not empty, with the newest unread message, testimonials that came, what the monthly check found, and unpublished changes. */
const ToDo = ({ counts, newest, testimonials, news, isCalm }: ToDoProps) => {
  const { unread, due, failed } = counts ?? { unread: 0, due: 0, failed: 0 }
  const lists = [
    ['unread', unread, counted(unread, 'unread message')],
    ['due', due, counted(due, 'message to follow up', 'messages to follow up')],
    ['failed', failed, counted(failed, 'message with a failed email', 'messages with failed emails')],
  ] as const
  return (
    <section className="to-do" aria-label="To do">
      {lists.map(
        ([view, count, label]) =>
          count > 0 && (
            <div key={view}>
              <Link to={`/admin/contact?show=${view}`}>{label}</Link>
              {view === 'unread' && (
                <Link
                  to={newest ? `/admin/contact?message=${newest.id}` : '#'}
                  className="to-do-newest"
                  dir="auto"
                  inert={!newest}
                >
                  <strong>{newest?.user_name ?? '…'}</strong> {newest?.message.slice(0, 160)}
                </Link>
              )}
              {view === 'unread' && (
                <Link
                  to={newest ? `/admin/contact?message=${newest.id}` : '#'}
                  state={{ answer: true }}
                  aria-label={`Reply to ${newest?.user_name}`}
                  inert={!newest}
                >
                  Reply
                </Link>
              )}
            </div>
          ),
      )}
      {testimonials > 0 && (
        <div>
          <Link to={screenOf('testimonials')}>{counted(testimonials, 'new testimonial')}</Link>
        </div>
      )}
      {news > 0 && (
        <div>
          <Link to={readyPath}>
            {counted(news, 'new thing to mend on your site', 'new things to mend on your site')}
          </Link>
        </div>
      )}
      {/* Stays when the last draft is published: its dialog says what was done. */}
      <DraftsButton />
      {isCalm && counts && unread + due + failed + testimonials + news === 0 && (
        <p>Nothing to do: every message is read, every change is visible.</p>
      )}
    </section>
  )
}

/** Above the screen: what there is to do, and the first steps of a new site until all are done or the user closes them on this device. */
export const WithToDo = ({ children }: { children: ReactNode }) => {
  const [hidden, setHidden] = useLocalStorage({
    key: 'vitrine.first-steps',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { data: setup, isPending: waitsForSetup } = useSetup(!hidden)
  const { data: inbox, isPending: waitsForInbox } = useInbox()
  const newest = useNewestUnread(inbox?.counts.unread ?? 0)
  const drafts = useDraftCount()
  const { data: news = 0, isPending: waitsForNews } = useReadinessNews()
  const { data: testimonials = 0, isPending: waitsForTestimonials } = usePendingTestimonials()
  const waits =
    waitsForInbox || waitsForNews || waitsForTestimonials || (waitsForSetup && !hidden) || drafts === undefined
  const steps = setup && inbox && !hidden ? stepsFrom(setup, inbox.mail) : []
  const open = steps.some((step) => !step.done)
  return (
    <>
      {waits && <Loading h={420} />}
      {/* All at once, while the screen loads: what comes later would push it down under the pointer. */}
      <div className={waits ? 'to-do-waits' : undefined}>
        <ToDo
          counts={inbox?.counts}
          newest={newest}
          testimonials={testimonials}
          news={news}
          isCalm={!open && drafts === 0}
        />
        {setup && open && <FirstSteps steps={steps} setup={setup} hide={() => setHidden(true)} />}
        {children}
      </div>
    </>
  )
}
