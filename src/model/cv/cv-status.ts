import { z } from '../zod.ts'

/** State of the CV, for the owner. */
export const cvStatusSchema = z.object({
  isMade: z.boolean().describe('False while the owner wants none made.'),
  failure: z.string().nullable().describe('Why a form is missing or older than the page.'),
  pdf: z
    .object({
      pages: z.int(),
      dropped: z
        .array(z.object({ collection: z.string(), id: z.string(), title: z.string() }))
        .describe('Entries that were left out, so that the rest fits on one page.'),
      missing: z.array(z.string()).describe('Characters that no font of the CV has.'),
    })
    .nullable()
    .describe('The PDF that is served; null before one is made.'),
})

export type CvStatus = z.infer<typeof cvStatusSchema>
