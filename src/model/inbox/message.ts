import { isPlainLine, isPlainText } from '../fields/text-rules.ts'
import { z } from '../zod.ts'
import { messageLimits, messageSentences } from './message-limits.ts'

const { name, email, message } = messageLimits
const say = messageSentences

const required = ({ missing, tooLong }: { missing: string; tooLong: string }, max: number) =>
  z.string(missing).trim().min(1, missing).max(max, tooLong)

/** A message from the contact form. Field names: specification, section 7. */
export const messageSchema = z.strictObject({
  user_name: required(say.user_name, name).refine(isPlainLine, 'Your name contains characters that cannot be sent.'),
  user_email: required(say.user_email, email).pipe(z.email(say.user_email.wrong)),
  message: required(say.message, message).refine(isPlainText, 'Your message contains characters that cannot be sent.'),
})

export type MessageInput = z.infer<typeof messageSchema>
export type MessageField = keyof MessageInput
