import { type Calls, listAnswer, nothing, pagingQuery } from '../calls.ts'
import { isPlainText } from '../text-rules.ts'
import { z } from '../zod.ts'
import { answerSchema } from './answers.ts'
import { deliverySchema, mailStateSchema } from './delivery.ts'
import { spamReasonSchema } from './spam-rules.ts'

const count = z.int().min(0)

export const messageStatuses = ['new', 'read', 'replied', 'archived', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The owner's label, from which the spam filter learns. `wanted` is shown as "not spam". */
export const messageLabels = ['spam', 'wanted'] as const
export type MessageLabel = (typeof messageLabels)[number]
export const labelSchema = z.enum(messageLabels).nullable()

/** Days that a deleted message can be restored. */
export const trashDays = 30

const time = z.iso.datetime()

/** A message as the owner sees it. */
const storedMessageSchema = z.object({
  id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  message: z.string(),
  answers: z.array(answerSchema).describe('Answers to the questions after it, each with its question as it was asked.'),
  status: z.enum(messageStatuses),
  spamReasons: z.array(spamReasonSchema).describe('Reasons for and against spam when it arrived, heaviest first.'),
  spamScore: z.number().describe('Sum of the reasons, in points.'),
  label: labelSchema.describe('The owner’s label, from which the spam filter learns.'),
  note: z.string().describe('The owner’s note, never sent.'),
  followUp: z.iso.date().nullable(),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.nullable(),
})
export type StoredMessage = z.infer<typeof storedMessageSchema>

const replySchema = z.object({ id: z.string().describe('Id of its delivery.'), text: z.string(), createdAt: time })
/** A reply that the owner sent from the inbox. */
export type MessageReply = z.infer<typeof replySchema>

/** A message with its emails and replies, oldest first. */
export const inboxMessageSchema = storedMessageSchema.extend({
  deliveries: z.array(deliverySchema),
  replies: z.array(replySchema),
})
export type InboxMessage = z.infer<typeof inboxMessageSchema>

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

/** The inbox as a whole: number of messages in the views that show it, and the state of outgoing email. */
const inboxStateSchema = z.object({
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

export const noteLimit = 10_000

/** A calendar day: YYYY-MM-DD. */
const daySchema = z.iso.date('Give the day as YYYY-MM-DD.')

const status = z.enum(messageStatuses, `Choose ${messageStatuses.join(', ')}.`)
const label = z.enum(messageLabels, 'Choose spam, wanted, or null for neither.').nullable()

/** Changes to a message. Without a label, moving to spam or out of it sets one. */
export const messageChangeSchema = z.strictObject({
  status: status.optional(),
  label: label.optional(),
  note: z
    .string('The note must be text.')
    .max(noteLimit, `The note may have at most ${noteLimit} characters.`)
    .refine(isPlainText, 'The note contains characters that cannot be kept.')
    .optional(),
  followUp: daySchema.nullable().optional(),
})
export type MessageChange = z.infer<typeof messageChangeSchema>

/** The same change to many messages. */
export const messagesChangeSchema = z.strictObject({
  ids: z.array(z.string().max(64)).min(1, 'Name at least one message.').max(10_000, 'At most 10,000 at once.'),
  status: status.optional(),
  from: status.optional().describe('Changes those alone that have this status now.'),
  label: label.optional(),
  deleted: z.boolean('deleted is true or false.').optional(),
})
export type MessagesChange = z.infer<typeof messagesChangeSchema>

export const replyLimit = 20_000

/** An answer to a message, in plain text. */
export const newReplySchema = z.strictObject({
  text: z
    .string('Write a reply.')
    .trim()
    .min(1, 'Write a reply.')
    .max(replyLimit, `A reply may have at most ${replyLimit} characters.`)
    .refine(isPlainText, 'Your reply contains characters that cannot be sent.'),
})

/** Summary of the data stored about the holder of an email address. */
const personalDataSchema = z.object({
  email: z.string().describe('In lower case.'),
  messages: count.describe('Messages from this address, also in the trash.'),
  inTrash: count,
  replies: count.describe('Replies to them.'),
  emails: count.describe('Other emails: to this address, or notices about it.'),
  digests: count.describe('Daily digests that name the address; they lose their text.'),
  testimonials: count.describe('Requests for a testimonial to this address, with what came of them.'),
  changes: count.describe(
    'Changes in History that hold requests for a testimonial to this address, also revoked ones.',
  ),
  mentions: count.describe('Messages from others that mention the address; they stay.'),
  entries: z
    .array(z.object({ id: z.string(), collection: z.string() }))
    .describe('Content that holds the address; it stays.'),
})
export type PersonalData = z.infer<typeof personalDataSchema>

/** Number of records that an erasure deletes or empties. */
export const countErasable = (data: PersonalData): number =>
  data.messages + data.replies + data.emails + data.digests + data.testimonials + data.changes

/** Summary of an erasure. */
const erasedPersonSchema = personalDataSchema.extend({
  remembered: z.boolean().describe('False when a restore of an older backup or an import may bring the data back.'),
})
export type ErasedPerson = z.infer<typeof erasedPersonSchema>

export const inboxCalls = () => {
  const filter = {
    view: z.enum(inboxViews, `Choose ${inboxViews.join(', ')}.`).optional(),
    status: status.optional(),
    q: z.string().max(200).optional(),
    from: z.string().max(254).optional(),
    today: daySchema.optional(),
  }
  const file = { query: z.strictObject(filter) }
  const answer = inboxMessageSchema
  // In the body: URLs are kept in logs and browser histories.
  const person = z.strictObject({ email: z.string('Name an email address.').max(320) })
  const list = listAnswer('messages', answer)
  return {
    'GET /api/inbox': { query: z.strictObject({ today: daySchema.optional() }), answer: inboxStateSchema },
    'GET /api/mail': { answer: mailStateSchema },
    'POST /api/mail/tests': {
      body: nothing(),
      answer: z.object({ sent: z.boolean(), answer: z.string().describe('The mail server’s answer.') }),
    },
    'POST /api/mail/retries': { body: nothing(), answer: z.object({ count: z.int() }) },
    'GET /api/messages': { query: z.strictObject({ ...pagingQuery(), ...filter }), answer: list },
    'PATCH /api/messages': {
      body: messagesChangeSchema,
      answer: z.object({ changed: z.int().describe('Number of messages found.') }),
    },
    'GET /api/messages.csv': file,
    'GET /api/messages.json': file,
    'GET /api/messages/:id': { answer },
    'PATCH /api/messages/:id': { body: messageChangeSchema, versioned: 'may', answer },
    'DELETE /api/messages/:id': { answer },
    'POST /api/messages/:id/restoration': { answer },
    'POST /api/messages/:id/deliveries': { answer },
    'POST /api/messages/:id/replies': { body: newReplySchema, answer },
    'POST /api/people/lookups': { body: person, answer: personalDataSchema },
    'POST /api/people/erasures': { body: person, answer: erasedPersonSchema },
  } satisfies Calls
}
