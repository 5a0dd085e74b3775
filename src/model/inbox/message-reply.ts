import { isPlainText } from '../fields/text-rules.ts'
import { z } from '../zod.ts'

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
