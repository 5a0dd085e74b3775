import { z } from '../zod.ts'
import { cvCollections } from './cv-collections.ts'

const entry = z.object({ collection: z.enum(cvCollections), id: z.string(), title: z.string() })

/** Facts for the owner about a variant as it would be made now. */
const cvVariantFactsSchema = z.object({
  pages: z.int().describe('Of the PDF.'),
  dropped: z.array(entry).describe('Entries that were left out of the PDF, so that the rest fits on one page.'),
  missing: z.array(z.string()).describe('Characters that no font of the CV has.'),
  absent: z
    .array(z.object({ collection: z.enum(cvCollections), id: z.string() }))
    .describe('Entries that the variant names and that are not published now. They come back when they are.'),
  unlisted: z
    .array(entry)
    .describe('Published entries that the variant does not name, such as newer ones. No form has them.'),
  named: z
    .array(
      z.object({
        collection: z.enum([...cvCollections, 'headline', 'summary']),
        id: z.string().describe('Empty for the headline and the summary.'),
        title: z.string(),
      }),
    )
    .describe(
      'Of an anonymous variant: entries in whose texts the owner’s name, a part of it or the name of a profile stands. The whole name is replaced by initials; the others stay.',
    ),
})
export type CvVariantFacts = z.infer<typeof cvVariantFactsSchema>

/** The preview of a variant: its PDF, and what is to say of it. */
export const cvVariantPreviewSchema = z.object({
  pdf: z.base64().describe('The PDF, as base64.'),
  svg: z.string().describe('Its pages as one drawing, one below the other.'),
  facts: cvVariantFactsSchema,
})
export type CvVariantPreview = z.infer<typeof cvVariantPreviewSchema>
