import { z } from '../zod.ts'
import { scheduleSchema } from './schedule.ts'

/** `changed`: the page shows an older state than the draft. */
const entryStatuses = ['draft', 'published', 'changed'] as const
export type EntryStatus = (typeof entryStatuses)[number]

const time = z.iso.datetime()

/** An entry as the owner sees it. `data` is the draft; the page shows what was last published. */
export const entrySchema = (data: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown())) =>
  z.object({
    id: z.string(),
    collection: z.string(),
    order: z.int().describe('Position among the collection’s entries, 1…n; in the trash, the position it had.'),
    status: z.enum(entryStatuses),
    version: z
      .int()
      .describe('Grows with every change of the data or the status; a write names the version it was based on.'),
    data,
    createdAt: time,
    updatedAt: time,
    deletedAt: time.nullable().describe('When it was moved to the trash.'),
    publishedAt: time
      .nullable()
      .describe('When the version that visitors see, or saw last, was published; null for never.'),
    schedule: scheduleSchema.nullable().describe('Null when it neither goes live nor is taken off at a time.'),
    needsAttention: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe(
        'The fields that no longer fit their rules, a sentence each: such an entry is kept, but not on the page.',
      ),
    plainTexts: z
      .array(z.string())
      .exactOptional()
      .describe(
        'Ids of the blocks whose text visitors see as it was written, because drawing it, or others of the entry, takes too long. Not in lists.',
      ),
  })

export type Entry<D = Record<string, unknown>> = Omit<z.infer<ReturnType<typeof entrySchema>>, 'data'> & { data: D }
