import type { Entry } from '../../model/content/entry.ts'
import { awaitedFilesIn } from '../../model/media/awaited-file.ts'
import { dayTime, shortTime } from './times.ts'

type PublishingState = Pick<Entry, 'status' | 'publishedAt'> & { schedule?: Entry['schedule'] }

/** State of an entry or the settings, as visitors see it. */
export const stateText = ({ status, publishedAt }: PublishingState): string => {
  if (status === 'published') return 'Visitors see this'
  if (status === 'draft') return publishedAt === null ? 'Never published' : 'Unpublished'
  return publishedAt === null
    ? 'Visitors see an older version'
    : `Visitors see the version of ${shortTime(publishedAt)}`
}

/** When it is published and unpublished, in the time zone of this browser; empty without a schedule. */
export const scheduleText = ({ schedule }: PublishingState): string => {
  const { publishAt = null, takeOffAt = null, failure = null } = schedule ?? {}
  const live =
    publishAt && (failure ? `Could not be published on ${dayTime(publishAt)}` : `Publishes on ${dayTime(publishAt)}`)
  const off = takeOffAt && `${live ? 'unpublishes' : 'Unpublishes'} on ${dayTime(takeOffAt)}`
  return [live, off].filter(Boolean).join(', ')
}

type Marked = Pick<Entry, 'status' | 'publishedAt' | 'schedule'> & Partial<Pick<Entry, 'needsAttention' | 'data'>>

const awaitedText = (data: Entry['data'] | undefined) => {
  const [file, ...more] = awaitedFilesIn(data)
  return file && (more.length > 0 ? `Awaits ${more.length + 1} files` : `Awaits ${file.name}`)
}

/** State of an entry as visitors see it, in words, the file that it awaits, and when it changes by itself. */
export const StatusMark = ({ entry }: { entry: Marked }) => {
  const problem = entry.schedule?.failure ?? (entry.needsAttention && Object.values(entry.needsAttention)[0])
  const when = [awaitedText(entry.data), scheduleText(entry)].filter(Boolean).join(', ')
  return (
    <span
      className="status-mark muted"
      data-status={problem ? 'attention' : entry.status}
      title={problem || when || undefined}
    >
      <span>
        {problem && !entry.schedule?.failure ? 'Needs attention' : stateText(entry)}
        {when && <span className="status-when">{when}</span>}
      </span>
    </span>
  )
}
