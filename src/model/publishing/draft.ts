import { type Calls, listAnswer, pagingQuery } from '../calls.ts'
import { mostInBulk, scheduleSchema } from '../content/entry.ts'
import { z } from '../zod.ts'

const data = z.record(z.string(), z.unknown())

const location = {
  collection: z.string().describe('A collection, or settings.'),
  entry: z.string().nullable().describe('Null for the settings.'),
}

/** A draft of which visitors see an older version, or nothing yet. */
const draftSchema = z.object({
  ...location,
  title: z.string(),
  version: z.int(),
  publishedAt: z.iso.datetime().nullable().describe('Null for an entry that was never published.'),
  published: data.nullable().describe('What visitors see.'),
  draft: data,
  schedule: scheduleSchema.nullable(),
  problems: z.record(z.string(), z.string()).describe('Why it cannot be published, a sentence for each field.'),
})
export type Draft = z.infer<typeof draftSchema>

/** A draft as a caller has seen it. */
const seenDraftSchema = z.strictObject({
  collection: z.string().max(40),
  entry: z.string().max(64).nullable(),
  version: z.int().min(0),
})
export type SeenDraft = z.infer<typeof seenDraftSchema>

/** Outcome for several drafts; those that stayed as they were say why. */
const draftsOutcomeSchema = z.object({
  done: z.array(z.object(location)),
  left: z.array(z.object({ ...location, reason: z.string() })),
  change: z.int().nullable().describe('The change whose undo takes all of it back; null when nothing changed.'),
})
export type DraftsOutcome = z.infer<typeof draftsOutcomeSchema>

export const draftCalls = () => {
  const chosen = {
    body: z.strictObject({ drafts: z.array(seenDraftSchema).min(1).max(mostInBulk) }),
    answer: draftsOutcomeSchema,
  }
  return {
    'GET /api/drafts': {
      query: z.strictObject({
        ...pagingQuery(),
        after: z.string().max(64).optional().describe('An entry: the drafts behind it in its collection.'),
      }),
      answer: listAnswer('drafts', draftSchema).extend({ count: z.int().describe('Of all drafts, on every page.') }),
    },
    'POST /api/publications': chosen,
    'POST /api/discards': chosen,
  } satisfies Calls
}
