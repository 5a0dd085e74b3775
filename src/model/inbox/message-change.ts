import { isPlainText } from '../text-rules.ts'
import { z } from '../zod.ts'
import { messageLabels, messageStatuses } from './stored-message.ts'

export const noteLimit = 10_000

/** A calendar day: YYYY-MM-DD. */
export const daySchema = z.iso.date('Give the day as YYYY-MM-DD.')

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
  label: label.optional(),
  deleted: z.boolean('deleted is true or false.').optional(),
})
export type MessagesChange = z.infer<typeof messagesChangeSchema>

export const replyLimit = 20_000

/** An answer to a message, in plain text. */
export const replySchema = z.strictObject({
  text: z
    .string('Write a reply.')
    .trim()
    .min(1, 'Write a reply.')
    .max(replyLimit, `A reply may have at most ${replyLimit} characters.`)
    .refine(isPlainText, 'Your reply contains characters that cannot be sent.'),
})
