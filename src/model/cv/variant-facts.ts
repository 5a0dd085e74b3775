import { type Calls, listAnswer, nothing } from '../calls.ts'
import { collections } from '../content/collections.ts'
import type { Content, PublishedEntry } from '../publishing/published-content.ts'
import { z } from '../zod.ts'
import { createAnonymizer } from './anonymizer.ts'
import { type Cv, cvOf } from './cv.ts'
import { type CvCollection, cvCollections } from './cv-collections.ts'
import {
  type CvSelection,
  cvVariantDraftSchema,
  cvVariantPatchSchema,
  cvVariantSchema,
  newCvVariantSchema,
  saidTexts,
} from './variant.ts'

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
const cvVariantPreviewSchema = z.object({
  pdf: z.base64().describe('The PDF, as base64.'),
  svg: z.string().describe('Its pages as one drawing, one below the other.'),
  facts: cvVariantFactsSchema,
})

type Entry = Readonly<Record<string, unknown>> & { id: string }

const listOf = (of: Content | Cv, name: CvCollection) =>
  of[name] as readonly PublishedEntry<CvCollection>[] as readonly Entry[]

const named = (name: CvCollection, entry: Entry) => ({
  ...{ collection: name, id: entry.id },
  title: String(entry[collections[name].preview.title]),
})

/** Facts about a variant that its PDF does not say. */
export const variantFactsOf = (
  content: Content,
  url: string,
  selection: CvSelection,
): Pick<CvVariantFacts, 'absent' | 'unlisted' | 'named'> => {
  const absent = cvCollections.flatMap((name) => {
    const published = new Set(listOf(content, name).map(({ id }) => id))
    return (selection.entries[name] ?? []).flatMap(({ id }) => (published.has(id) ? [] : [{ collection: name, id }]))
  })
  const unlisted = cvCollections.flatMap((name) => {
    const choices = selection.entries[name]
    const chosen = new Set(choices?.map(({ id }) => id))
    return choices ? listOf(content, name).flatMap((one) => (chosen.has(one.id) ? [] : [named(name, one)])) : []
  })
  if (!selection.anonymous) return { absent, unlisted, named: [] }
  const cv = cvOf(content, url, { ...selection, anonymous: false })
  const { isNamedIn } = createAnonymizer(content, url)
  const texts = [
    { collection: 'headline' as const, id: '', title: cv.person.role, texts: [cv.person.role] },
    { collection: 'summary' as const, id: '', title: cv.person.summary, texts: [cv.person.summary] },
    ...cvCollections.flatMap((name) =>
      listOf(cv, name).map((one) => ({ ...named(name, one), texts: saidTexts(name, one) })),
    ),
  ]
  return {
    ...{ absent, unlisted },
    named: texts.filter(({ texts }) => texts.some(isNamedIn)).map(({ texts: _, ...rest }) => rest),
  }
}

export const cvCalls = () => {
  const answer = cvVariantSchema
  return {
    'GET /api/cv': { answer: cvStatusSchema },
    'GET /api/cv-variants': { answer: listAnswer('variants', answer) },
    'POST /api/cv-variants': { body: newCvVariantSchema, answer },
    'POST /api/cv-variants/preview': { body: cvVariantDraftSchema, answer: cvVariantPreviewSchema },
    'PATCH /api/cv-variants/:id': { body: cvVariantPatchSchema, versioned: 'must', answer },
    'DELETE /api/cv-variants/:id': { versioned: 'may', answer: nothing() },
    'POST /api/cv-variants/:id/links': { versioned: 'may', answer },
  } satisfies Calls
}
