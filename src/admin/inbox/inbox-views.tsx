import { Badge } from '@mantine/core'
import { Link } from 'react-router'
import type { InboxCounts, InboxView } from '../../model/inbox/inbox-view.ts'
import type { InboxUrl } from './use-inbox-address.ts'

export const viewNames: Record<InboxView, string> = {
  inbox: 'Inbox',
  unread: 'Unread',
  due: 'Due',
  failed: 'Not sent',
  archived: 'Archived',
  spam: 'Spam',
  trash: 'Trash',
  all: 'All',
}

/** Views that are always shown. "Not sent" appears when an email has failed. */
const always: readonly InboxView[] = ['inbox', 'unread', 'due', 'archived', 'spam', 'trash', 'all']

export const InboxViews = ({ address, counts }: { address: InboxUrl; counts: InboxCounts | undefined }) => {
  const views = (['inbox', 'unread', 'due', 'failed', 'archived', 'spam', 'trash', 'all'] as const).filter(
    (view) => always.includes(view) || view === address.view || (counts && counts.failed > 0),
  )
  const countOf = (view: InboxView) => (counts && view in counts ? counts[view as keyof InboxCounts] : 0)
  return (
    <nav aria-label="Lists of messages" className="inbox-views">
      {views.map((view) => (
        <Link
          key={view}
          to={address.toView(view)}
          className="inbox-view"
          aria-current={view === address.view ? 'page' : undefined}
        >
          {viewNames[view]}
          {countOf(view) > 0 && (
            <Badge
              size="sm"
              variant={view === 'unread' || view === 'failed' ? 'filled' : 'light'}
              color={view === 'failed' ? 'red.8' : view === 'unread' ? 'accent' : 'gray'}
              className="inbox-count"
            >
              {countOf(view)}
            </Badge>
          )}
        </Link>
      ))}
    </nav>
  )
}
