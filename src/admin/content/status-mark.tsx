import type { Entry } from '../../model/content/entry.ts'
import { awaitedFilesIn } from '../../model/media/awaited-file.ts'
import { scheduleText, stateText } from '../publishing/state-text.ts'

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
      className="status-mark"
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
