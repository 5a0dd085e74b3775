import { z } from '../zod.ts'
import { mailStateSchema } from './delivery.ts'
import type { InboxMessage, MessageStatus } from './stored-message.ts'

/** The inbox's lists: open messages, and where the others are. */
export const inboxViews = ['inbox', 'unread', 'due', 'failed', 'archived', 'spam', 'trash', 'all'] as const
export type InboxView = (typeof inboxViews)[number]

/** Conditions that a message of a view meets, all of them. The server makes its query of them, the admin filters by them. */
interface ViewRule {
  inTrash: boolean
  /** Any status without it. */
  statuses?: readonly MessageStatus[]
  /** Its follow-up day is today or past. */
  isDue?: true
  /** One of its emails has failed. */
  hasFailed?: true
}

const openStatuses = ['new', 'read', 'replied'] as const satisfies MessageStatus[]

export const viewRules: Record<InboxView, ViewRule> = {
  inbox: { inTrash: false, statuses: openStatuses },
  unread: { inTrash: false, statuses: ['new'] },
  due: { inTrash: false, statuses: [...openStatuses, 'archived'], isDue: true },
  failed: { inTrash: false, statuses: openStatuses, hasFailed: true },
  archived: { inTrash: false, statuses: ['archived'] },
  spam: { inTrash: false, statuses: ['spam'] },
  trash: { inTrash: true },
  all: { inTrash: false },
}

const count = z.int().min(0)

/** The inbox as a whole: number of messages in the views that show it, and the state of outgoing email. */
export const inboxStateSchema = z.object({
  counts: z.object({ unread: count, due: count, failed: count, spam: count, trash: count }),
  mail: mailStateSchema,
})
export type InboxState = z.infer<typeof inboxStateSchema>
export type InboxCounts = InboxState['counts']

/** True when the message is in the view: for lists that change before the server answers. `today` is YYYY-MM-DD. */
export const inView = (view: InboxView, message: InboxMessage, today: string): boolean => {
  const { status, deletedAt, followUp, deliveries } = message
  const { inTrash, statuses, isDue, hasFailed } = viewRules[view]
  return (
    (deletedAt !== null) === inTrash &&
    (!statuses || statuses.includes(status)) &&
    (!isDue || (followUp !== null && followUp <= today)) &&
    (!hasFailed || deliveries.some(({ state }) => state === 'failed'))
  )
}
