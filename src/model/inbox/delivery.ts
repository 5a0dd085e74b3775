import { z } from '../zod.ts'
import { serviceKinds } from './mail-services.ts'

/**
 * Purpose of an email: to the owner (`notice`, `answers`, `digest`, `visits`, `readiness`), to the visitor (`acknowledgement`, `reply`), or with a link that lets somebody in
 * (`password-reset`, `invitation`, `new-device`), or to a person’s own page (`testimonial`).
 */
const deliveryKinds = [
  'notice',
  'answers',
  'digest',
  'visits',
  'readiness',
  'acknowledgement',
  'reply',
  'password-reset',
  'invitation',
  'new-device',
  'testimonial',
] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** `waiting`: for the daily digest. `sending`: an attempt is running. `failed`: for good, until the owner sends it again. */
const deliveryStates = ['waiting', 'queued', 'sending', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const time = z.iso.datetime()

/** One email of the outbox, as the owner sees it. */
export const deliverySchema = z.object({
  id: z.string(),
  message: z.string().nullable().describe('The message it belongs to; a digest belongs to none.'),
  kind: z.enum(deliveryKinds),
  recipient: z.string(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  unknownOutcomes: z.int().describe('Tries with an unknown outcome. Above 0 the email may have arrived, or twice.'),
  dueAt: time.describe('Time of the next try, while it is queued.'),
  sentAt: time.nullable(),
  answer: z.string().nullable().describe('The mail server’s last answer, word for word.'),
})
export type Delivery = z.infer<typeof deliverySchema>

const count = z.int().min(0)

/** State of outgoing email. */
export const mailStateSchema = z.object({
  transport: z
    .enum(['smtp', ...serviceKinds])
    .nullable()
    .describe('Null: none, and messages stay in the inbox.'),
  missing: z.array(z.string()).describe('Missing parts of the set-up, a sentence each.'),
  recipient: z.string().nullable().describe('Recipient of notices.'),
  answers: z
    .boolean()
    .describe('True if email can be sent to visitors. Some services send to their account’s owner only.'),
  queued: count,
  failed: count.describe('Number of emails that failed for good.'),
  lastFailure: z
    .object({ answer: z.string(), at: time })
    .nullable()
    .describe('The mail server’s last answer about an unsent email.'),
})
export type MailState = z.infer<typeof mailStateSchema>
