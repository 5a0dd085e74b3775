import { isPlainLine, isPlainText } from '../fields/text-rules.ts'
import { z } from '../zod.ts'
import { messageLimits, messageSentences } from './message-limits.ts'

const { name, email, message } = messageLimits
const say = messageSentences

/** A message from the contact form. Field names: specification, section 7. */
export const messageSchema = z.strictObject({
  user_name: z
    .string(say.user_name.missing)
    .trim()
    .min(1, say.user_name.missing)
    .max(name, say.user_name.tooLong)
    .refine(isPlainLine, 'Your name contains characters that cannot be sent.'),
  user_email: z
    .string(say.user_email.missing)
    .trim()
    .min(1, say.user_email.missing)
    .max(email, say.user_email.tooLong)
    .pipe(z.email(say.user_email.wrong)),
  message: z
    .string(say.message.missing)
    .trim()
    .min(1, say.message.missing)
    .max(message, say.message.tooLong)
    .refine(isPlainText, 'Your message contains characters that cannot be sent.'),
})

export type MessageInput = z.infer<typeof messageSchema>
export type MessageField = keyof MessageInput
