import { z } from '../zod.ts'
import { deliverySchema } from './delivery.ts'
import { spamReasonSchema } from './spam-rules.ts'

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
