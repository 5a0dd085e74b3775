import type { MailState } from '../../model/inbox/delivery.ts'
import type { SetupState } from '../../model/setup/setup-state.ts'

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
