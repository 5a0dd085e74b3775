import type { MailState } from '../../model/inbox/delivery.ts'
import type { Change } from '../../model/journal/change.ts'

export interface Step {
  id: string
  label: string
  path: string
  done: boolean
}

const nameOf = (state: unknown) => (state as { name?: unknown } | null)?.name
const isPublished = (state: unknown) => Boolean((state as { published?: unknown } | null)?.published)

/**
 * Steps that turn the sample page into the owner's page, marked as done from the journal and the state of email.
 * `before` has the steps that were done at the last call, since only the newest part of the journal is read.
 */
export const stepsFrom = (
  changes: readonly Change[],
  owner: string,
  mail: Pick<MailState, 'transport' | 'missing'>,
  before: readonly string[] = [],
): Step[] => {
  const own = changes.filter(({ by }) => by === owner)
  const did = (collection: string, also: (change: Change) => boolean = () => true) =>
    own.some((change) => change.collection === collection && change.action !== 'undo' && also(change))
  const steps = [
    { id: 'claim', label: 'Become the owner', path: '/admin/user', done: true },
    {
      id: 'name',
      label: 'Put your name on the page',
      path: '/admin/settings',
      done: did('settings', ({ before, after }) => nameOf(before) !== nameOf(after)),
    },
    {
      id: 'image',
      label: 'Upload an image of yours',
      path: '/admin',
      done: did('media', ({ before }) => before === null),
    },
    {
      id: 'project',
      label: 'Add your first project',
      path: '/admin/portfolio/create',
      done: did('projects', ({ before }) => before === null),
    },
    {
      id: 'mail',
      label: 'Have messages sent to you by email',
      path: '/admin/settings?tab=mail',
      done: mail.transport !== null && mail.missing.length === 0,
    },
    { id: 'publish', label: 'Publish something', path: '/admin', done: own.some(({ after }) => isPublished(after)) },
  ]
  return steps.map((step) => ({ ...step, done: step.done || before.includes(step.id) }))
}
