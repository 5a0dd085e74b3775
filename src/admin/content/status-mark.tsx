import type { Entry, EntryStatus } from '../../model/content/entry.ts'

const labels: Record<EntryStatus, string> = { draft: 'Draft', published: 'Published', changed: 'Changed' }

export const StatusMark = ({
  status,
  needsAttention,
}: {
  status: EntryStatus
  needsAttention?: Entry['needsAttention'] | undefined
}) => {
  const problem = needsAttention && Object.values(needsAttention)[0]
  return (
    <span className="status-mark" data-status={problem ? 'attention' : status} title={problem}>
      {problem ? 'Needs attention' : labels[status]}
    </span>
  )
}
