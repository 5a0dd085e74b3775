import { z } from '../zod.ts'

const count = z.int().min(0)

/** Summary of the data stored about the holder of an email address. */
export const personalDataSchema = z.object({
  email: z.string().describe('In lower case.'),
  messages: count.describe('Messages from this address, also in the trash.'),
  inTrash: count,
  replies: count.describe('Replies to them.'),
  emails: count.describe('Other emails: to this address, or notices about it.'),
  mentions: count.describe('Messages from others that mention the address; they stay.'),
  entries: z
    .array(z.object({ id: z.string(), collection: z.string() }))
    .describe('Content that holds the address; it stays.'),
})
export type PersonalData = z.infer<typeof personalDataSchema>

/** Summary of an erasure. */
export const erasedPersonSchema = personalDataSchema.extend({
  remembered: z.boolean().describe('False when a restore of an older backup or an import may bring the data back.'),
})
export type ErasedPerson = z.infer<typeof erasedPersonSchema>
