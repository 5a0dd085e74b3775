import { z } from '../zod.ts'

/** Bounds how long other writes wait for one bulk change. */
export const mostInBulk = 2000

const chosen = z
  .array(
    z.strictObject({
      id: z.string().max(64),
      version: z.int().exactOptional().describe('What was shown; an entry that has another version is left as it is.'),
    }),
  )
  .min(1, 'Name at least one entry.')
  .max(mostInBulk, `Choose at most ${mostInBulk} entries.`)

/** One change of several entries: exactly one of `published`, `deleted` and `data`. */
export const bulkChangeSchema = z
  .strictObject({
    entries: chosen,
    published: z.boolean().exactOptional().describe('True publishes the drafts; false takes the entries off the page.'),
    deleted: z.boolean().exactOptional().describe('True moves them to the trash; false takes them back.'),
    data: z.record(z.string(), z.unknown()).exactOptional().describe('Fields that the drafts get.'),
  })
  .refine(
    ({ published, deleted, data }) => [published, deleted, data].filter((one) => one !== undefined).length === 1,
    'Name one of published, deleted and data.',
  )
export type BulkChange = z.infer<typeof bulkChangeSchema>

/** Deleting for good: from the trash only. */
export const erasureSchema = z.strictObject({ ids: z.array(z.string().max(64)).min(1).max(mostInBulk) })

export const bulkAnswerSchema = z.object({
  changed: z.int(),
  refused: z
    .array(z.object({ id: z.string(), message: z.string() }))
    .describe('Entries left as they are, with the reason.'),
})
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>
