import { z } from '../zod.ts'
import type { Content } from './published-content.ts'

/** The site after a change of the journal, and what bringing it back would change now. */
export const pastSiteSchema = z.object({
  change: z.int().describe('The last change of that moment.'),
  at: z.iso.datetime().describe('When it was made.'),
  version: z.int().describe('Of the content now; bringing back names it.'),
  isSame: z.boolean().describe('True when nothing would change.'),
  collections: z.array(
    z.object({
      collection: z.string(),
      back: z.int().describe('Entries that come back.'),
      away: z.int().describe('Entries that go away: they came later, or were in the trash.'),
      changed: z.int().describe('Entries that get other values, or other times of publication.'),
      inTrash: z.int().describe('Entries that change in the trash alone.'),
      reordered: z.boolean(),
    }),
  ),
  settings: z.array(z.string()).describe('Settings that get other values.'),
  lost: z.int().describe('Number of entries that were there and are deleted for good.'),
  missing: z
    .array(z.object({ collection: z.string(), title: z.string(), what: z.string(), inTrash: z.boolean() }))
    .describe('Fields, with the titles of their entries, whose file is deleted for good or in the trash of Media.'),
})
export type PastSite = z.infer<typeof pastSiteSchema> & { content: Content }
