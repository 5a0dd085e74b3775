import { z } from 'zod'
import { messageLimits } from './message-limits.ts'

const { name, email, message } = messageLimits

/** What a visitor sends from Contact. Field names: specification, section 7. */
export const messageSchema = z.strictObject({
  user_name: z
    .string('Enter your name.')
    .trim()
    .min(1, 'Enter your name.')
    .max(name, `Your name may have at most ${name} characters.`)
    .refine((value) => !/[\u0000-\u001f\u007f]/.test(value), 'Your name contains characters that cannot be sent.'),
  user_email: z
    .string('Enter your e-mail address.')
    .trim()
    .min(1, 'Enter your e-mail address.')
    .max(email, `Your e-mail address may have at most ${email} characters.`)
    .pipe(z.email('Enter an e-mail address like name@example.com.')),
  message: z
    .string('Write a message.')
    .trim()
    .min(1, 'Write a message.')
    .max(message, `Your message may have at most ${message} characters.`)
    .refine(
      (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value),
      'Your message contains characters that cannot be sent.',
    ),
})

export type MessageInput = z.infer<typeof messageSchema>
export type MessageField = keyof MessageInput
