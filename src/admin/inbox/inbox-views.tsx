import { Badge } from '@mantine/core'
import { Link } from 'react-router'
import { type InboxCounts, type InboxView, inboxViews } from '../../model/inbox/inbox-view.ts'
import type { InboxUrl } from './use-inbox-url.ts'

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

export const InboxViews = ({ url, counts }: { url: InboxUrl; counts: InboxCounts | undefined }) => {
  // "Not sent" appears when an email has failed.
  const views = inboxViews.filter((view) => view !== 'failed' || view === url.view || (counts && counts.failed > 0))
  const countOf = (view: InboxView) => (counts && view in counts ? counts[view as keyof InboxCounts] : 0)
  return (
    <nav aria-label="Lists of messages" className="inbox-views">
      {views.map((view) => (
        <Link
          key={view}
          to={url.toView(view)}
          className="inbox-view"
          aria-current={view === url.view ? 'page' : undefined}
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
