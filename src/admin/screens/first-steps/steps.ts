import type { Change } from '../../../model/change.ts'

export interface Step {
  id: string
  label: string
  /** Where it is done. */
  path: string
  done: boolean
}

const nameOf = (state: unknown) => (state as { name?: unknown } | null)?.name
const isPublished = (state: unknown) => Boolean((state as { published?: unknown } | null)?.published)

/** What makes the sample page one's own, and what of it the owner has done, going by the journal and the inbox. */
export const stepsFrom = (changes: readonly Change[], owner: string, messages: number): Step[] => {
  const own = changes.filter(({ by }) => by === owner)
  const did = (collection: string, also: (change: Change) => boolean = () => true) =>
    own.some((change) => change.collection === collection && change.action !== 'undo' && also(change))
  return [
    { id: 'claim', label: 'Become the owner', path: '/admin/user', done: true },
    {
      id: 'name',
      label: 'Put your name on the page',
      path: '/admin/settings',
      done: did('settings', ({ before, after }) => nameOf(before) !== nameOf(after)),
    },
    {
      id: 'picture',
      label: 'Upload a picture of yours',
      path: '/admin',
      done: did('media', ({ before }) => before === null),
    },
    {
      id: 'project',
      label: 'Add your first project',
      path: '/admin/portfolio/create',
      done: did('projects', ({ before }) => before === null),
    },
    { id: 'message', label: 'Send yourself a message from Contact', path: '/admin/contact', done: messages > 0 },
    { id: 'publish', label: 'Publish something', path: '/admin', done: own.some(({ after }) => isPublished(after)) },
  ]
}
