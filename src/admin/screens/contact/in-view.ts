import type { InboxView } from '../../../model/inbox-view.ts'
import type { InboxMessage } from '../../../model/stored-message.ts'

/** Whether a message stands in a view, as the server sees it; for lists that are not to wait for it. */
export const inView = (view: InboxView, message: InboxMessage, today: string): boolean => {
  const { status, deletedAt, followUp, deliveries } = message
  if ((deletedAt !== null) !== (view === 'trash')) return false
  const active = status !== 'archived' && status !== 'spam'
  switch (view) {
    case 'inbox':
      return active
    case 'unread':
      return status === 'new'
    case 'due':
      return followUp !== null && followUp <= today && status !== 'spam'
    case 'failed':
      return active && deliveries.some(({ state }) => state === 'failed')
    case 'archived':
    case 'spam':
      return status === view
    case 'trash':
    case 'all':
      return true
  }
}
