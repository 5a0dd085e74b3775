import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { InboxView } from '../../model/inbox/inbox-view.ts'
import { trashDays } from '../../model/inbox/stored-message.ts'
import { Empty } from '../ui/empty.tsx'
import type { InboxUrl } from './use-inbox-address.ts'

const words: Record<Exclude<InboxView, 'inbox'>, [title: string, sentence: string]> = {
  unread: ['All read', 'What comes in next stands here until you open it.'],
  due: ['Nothing is due', 'Messages with a follow-up day come back here on that day.'],
  failed: ['Everything was sent', 'Messages whose e-mails were given up would stand here.'],
  archived: ['Nothing archived', 'What is done can leave the inbox without being deleted: press e.'],
  spam: ['No spam', 'What looks like spam is held here, with the reasons. Nothing is dropped.'],
  trash: ['The trash is empty', `Deleted messages stay here for ${trashDays} days.`],
  all: ['No messages yet', 'What visitors send from Contact is kept here.'],
}

/** In place of a list that has nothing. */
export const NoMessages = ({ address, any }: { address: InboxUrl; any: boolean }) => {
  const { view, q } = address
  if (q !== '')
    return (
      <Empty
        title="Nothing found"
        action={
          view !== 'all' && (
            <Button component={Link} to={address.toView('all')} variant="default" size="xs" mt="xs">
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
        What visitors send from Contact is kept here, whether or not an e-mail could be sent.
      </Empty>
    )
  const [title, sentence] =
    view === 'inbox' ? ['All done', 'The inbox is empty. What you archived is under Archived.'] : words[view]
  return <Empty title={title}>{sentence}</Empty>
}
