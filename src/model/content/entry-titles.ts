import { z } from '../zod.ts'

/** Titles of all entries outside the trash, for finding them as one types. */
export const entryTitlesSchema = z.object({
  version: z.int().describe('Of the content; a call that names it gets no titles again.'),
  collections: z
    .record(z.string(), z.array(z.tuple([z.string(), z.string()])))
    .nullable()
    .describe('Ids and titles by collection, in order; null when the named version is the present one.'),
})
export type EntryTitles = z.infer<typeof entryTitlesSchema>
