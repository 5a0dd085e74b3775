import type { Entry } from '../../model/content/entry.ts'
import { scheduleText, stateText } from '../publishing/state-text.ts'

type Marked = Pick<Entry, 'status' | 'publishedAt' | 'schedule'> & Partial<Pick<Entry, 'needsAttention'>>

/** State of an entry as visitors see it, in words, and when it changes by itself. */
export const StatusMark = ({ entry }: { entry: Marked }) => {
  const problem = entry.schedule?.failure ?? (entry.needsAttention && Object.values(entry.needsAttention)[0])
  const when = scheduleText(entry)
  return (
    <span className="status-mark" data-status={problem ? 'attention' : entry.status} title={problem}>
      <span>
        {problem && !entry.schedule?.failure ? 'Needs attention' : stateText(entry)}
        {when && <span className="status-when">{when}</span>}
      </span>
    </span>
  )
}
