import { z } from './zod.ts'

export const replyLimit = 20_000

/** An answer to a message, in plain text. */
export const replySchema = z.strictObject({
  text: z
    .string('Write a reply.')
    .trim()
    .min(1, 'Write a reply.')
    .max(replyLimit, `A reply may have at most ${replyLimit} characters.`)
    .refine(
      (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value),
      'Your reply contains characters that cannot be sent.',
    ),
})
