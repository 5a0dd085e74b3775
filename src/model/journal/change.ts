import { type Calls, flag, listAnswer, pagingQuery } from '../calls.ts'
import { z } from '../zod.ts'

/** The author of changes made with a token of this name, which stays readable when the token is revoked. */
export const byToken = (name: string): string => `token:${name}`

/** One row of the journal. */
const changeSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.string().describe('An account’s id, token: and a token’s name, or a word such as samples.'),
  action: z.string(),
  collection: z
    .string()
    .describe(
      'A collection, or cv-variants, media, settings, site, spam-rules, share-links, testimonial-requests or themes.',
    ),
  entry: z.string().nullable().describe('Null for a change of a whole collection, or of the settings.'),
  before: z.unknown().describe('The state before; null for none.'),
  after: z.unknown(),
  undoes: z.int().nullable().describe('The change whose inverse this one is.'),
  batch: z
    .int()
    .nullable()
    .describe('The first of the changes that were made, and are undone, together; null for a change of its own.'),
})
export type Change = z.infer<typeof changeSchema>

/** Filters of the history; all that are given hold. */
export interface ChangeFilter {
  collection?: string | undefined
  entry?: string | undefined
  /** The author, as in `Change.by`. */
  by?: string | undefined
  action?: string | undefined
  /** ISO times; `to` is the first one after. */
  from?: string | undefined
  to?: string | undefined
  /** Words that are in the name of what changed, or in the texts that did. */
  q?: string | undefined
  batch?: number | undefined
  /** One change for each batch, where no other filter could leave out its first one. */
  grouped?: boolean | undefined
}

/** A change as the API shows it. */
export const namedChangeSchema = changeSchema.extend({
  size: z.int().describe('How many changes were made, and are undone, with this one and including it.'),
  byName: z.string().nullable().describe('The person’s name; null when their account is gone.'),
})
export type NamedChange = z.infer<typeof namedChangeSchema>

export const changeCalls = () =>
  ({
    'GET /api/changes': {
      query: z.strictObject({
        ...pagingQuery(),
        collection: z.string().max(40).optional(),
        entry: z.string().max(64).optional(),
        by: z.string().max(200).optional(),
        action: z.string().max(40).optional(),
        from: z.iso.datetime('Name a time such as 2026-11-22T00:00:00Z.').optional(),
        to: z.iso.datetime('Name a time such as 2026-11-22T00:00:00Z.').optional(),
        q: z.string().max(200).optional(),
        batch: z.coerce.number().int().optional(),
        grouped: flag(),
      }),
      answer: listAnswer('changes', namedChangeSchema),
    },
    'GET /api/change-authors': {
      answer: z.object({ authors: z.array(z.object({ by: z.string(), name: z.string().nullable() })) }),
    },
    'POST /api/changes/:id/undo': { answer: namedChangeSchema },
  }) satisfies Calls
