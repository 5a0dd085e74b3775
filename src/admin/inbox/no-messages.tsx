import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { InboxView } from '../../model/inbox/inbox-view.ts'
import { trashDays } from '../../model/inbox/stored-message.ts'
import { Empty } from '../ui/empty.tsx'
import type { InboxUrl } from './use-inbox-url.ts'

const texts: Record<Exclude<InboxView, 'inbox'>, [title: string, sentence: string]> = {
  unread: ['All read', 'New messages stay here until you open them.'],
  due: ['Nothing is due', 'Messages with a follow-up day appear here on that day.'],
  failed: ['Everything was sent', 'Messages with failed emails appear here.'],
  archived: ['Nothing archived', 'Press e to archive a message without deleting it.'],
  spam: ['No spam', 'Suspected spam is quarantined here, with the reasons.'],
  trash: ['The trash is empty', `Deleted messages stay here for ${trashDays} days.`],
  all: ['No messages yet', 'Messages from the contact form appear here.'],
}

export const NoMessages = ({ url, any }: { url: InboxUrl; any: boolean }) => {
  const { view, q } = url
  if (q !== '')
    return (
      <Empty
        title="Nothing found"
        action={
          view !== 'all' && (
            <Button component={Link} to={url.toView('all')} variant="default" size="xs" mt="xs">
              Search everywhere
            </Button>
          )
        }
      >
        No message here has all of these words: {q}
      </Empty>
    )
  if (view === 'inbox' && !any)
    return (
      <Empty
        title="No messages yet"
        action={
          <Button component="a" href="/#contact" target="_blank" rel="noopener" variant="default" size="xs" mt="xs">
            Try the contact form
          </Button>
        }
      >
        Messages from the contact form appear here, even if no email could be sent.
      </Empty>
    )
  const [title, sentence] =
    view === 'inbox' ? ['All done', 'The inbox is empty. Archived messages are under Archived.'] : texts[view]
  return <Empty title={title}>{sentence}</Empty>
}
