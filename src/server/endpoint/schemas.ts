import { z } from 'zod'
import { deliveryKinds, deliveryStates } from '../../model/inbox/delivery.ts'
import { spamSignalNames } from '../../model/inbox/spam-signals.ts'
import { messageLabels, messageStatuses } from '../../model/inbox/stored-message.ts'

const time = z.iso.datetime()

/** One page of a list: the items by this name, and the cursor of the next page. */
export const listAnswer = (name: string, item: z.ZodType) =>
  z.object({ [name]: z.array(item), next: z.string().nullable().describe('The cursor of the next page.') })

export const spamReason = z.object({ name: z.enum(spamSignalNames), points: z.int(), sentence: z.string() })

const delivery = z.object({
  id: z.string(),
  message: z.string().nullable(),
  kind: z.enum(deliveryKinds),
  recipient: z.string(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  unsure: z.int().describe('Tries whose end nobody knows.'),
  dueAt: time,
  sentAt: time.nullable(),
  answer: z.string().nullable().describe('What the mail server said last.'),
})

export const messageAnswer = z.object({
  id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  message: z.string(),
  status: z.enum(messageStatuses),
  spamReasons: z.array(spamReason).describe('What spoke for and against it when it came, the heaviest first.'),
  spamScore: z.number(),
  verdict: z.enum(messageLabels).nullable().describe('What the owner said of it.'),
  note: z.string(),
  followUp: z.iso.date().nullable(),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.nullable(),
  deliveries: z.array(delivery),
  replies: z.array(z.object({ id: z.string(), text: z.string(), createdAt: time })),
})
export const messageList = listAnswer('messages', messageAnswer)

const count = z.int().min(0)
export const mailAnswer = z
  .object({
    transport: z.enum(['smtp', 'emailjs']).nullable(),
    missing: z.array(z.string()).describe('What is missing before e-mail can go out, a sentence each.'),
    recipient: z.string().nullable().describe('Who is told of messages.'),
    answers: z.boolean().describe('Whether e-mail can be written to visitors.'),
    queued: count,
    failed: count,
    lastFailure: z.object({ answer: z.string(), at: time }).nullable(),
  })
  .describe('Whether and how e-mail goes out.')

export const inboxAnswer = z.object({
  counts: z.object({ unread: count, due: count, failed: count, spam: count, trash: count }),
  mail: mailAnswer,
})

export const personAnswer = z.object({
  email: z.string(),
  messages: count,
  inTrash: count,
  replies: count,
  emails: count,
  mentions: count,
  entries: z.array(z.object({ id: z.string(), collection: z.string() })),
})
