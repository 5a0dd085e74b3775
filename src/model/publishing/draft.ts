import { scheduleSchema } from '../content/entry.ts'
import { z } from '../zod.ts'

const data = z.record(z.string(), z.unknown())

const location = {
  collection: z.string().describe('A collection, or settings.'),
  entry: z.string().nullable().describe('Null for the settings.'),
}

/** A draft of which visitors see an older version, or nothing yet. */
export const draftSchema = z.object({
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
export const seenDraftSchema = z.strictObject({
  collection: z.string().max(40),
  entry: z.string().max(64).nullable(),
  version: z.int().min(0),
})
export type SeenDraft = z.infer<typeof seenDraftSchema>

/** Outcome for several drafts; those that stayed as they were say why. */
export const draftsOutcomeSchema = z.object({
  done: z.array(z.object(location)),
  left: z.array(z.object({ ...location, reason: z.string() })),
  change: z.int().nullable().describe('The change whose undo takes all of it back; null when nothing changed.'),
})
export type DraftsOutcome = z.infer<typeof draftsOutcomeSchema>
