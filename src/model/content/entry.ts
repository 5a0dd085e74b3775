import { type Calls, flag, listAnswer, pagingQuery } from '../calls.ts'
import { z } from '../zod.ts'

const time = z.iso.datetime()

/** Times at which an entry is published and unpublished. */
export const scheduleTimesSchema = z.strictObject({
  publishAt: time.nullable().optional().describe('Publishes the draft as it is then.'),
  takeOffAt: time.nullable().optional(),
})
export type ScheduleTimes = z.infer<typeof scheduleTimesSchema>

export const scheduleSchema = z.object({
  publishAt: time.nullable(),
  takeOffAt: time.nullable(),
  by: z.string().describe('Who chose the times: an account’s id, or token: and a token’s name.'),
  failure: z.string().nullable().describe('Why the entry could not be published at its time.'),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** `changed`: the page shows an older state than the draft. */
const entryStatuses = ['draft', 'published', 'changed'] as const
export type EntryStatus = (typeof entryStatuses)[number]

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
    schedule: scheduleSchema.nullable().describe('Null when it is neither published nor unpublished at a time.'),
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

/** Titles of all entries outside the trash, for finding them as one types. */
export const entryTitlesSchema = z.object({
  version: z.int().describe('Of the content; a call that names it gets no titles again.'),
  collections: z
    .record(z.string(), z.array(z.tuple([z.string(), z.string()])))
    .nullable()
    .describe('Ids and titles by collection, in order; null when the named version is the present one.'),
})
export type EntryTitles = z.infer<typeof entryTitlesSchema>

const textPiece = z.object({ text: z.string(), matched: z.boolean() })
export type TextPiece = z.infer<typeof textPiece>

const textMatchSchema = z.object({
  collection: z.string().describe('`settings` for a text of the settings.'),
  entry: z.string().nullable().describe('The entry’s id; null for the settings.'),
  title: z.string(),
  path: z.string().describe('Where the text stands, such as `summary` or `blocks.3.markdown`.'),
  pieces: z.array(textPiece).describe('The part of the text around the first word that was found, which is marked.'),
})
export type TextMatch = z.infer<typeof textMatchSchema>

/** Bounds how long other writes wait for one bulk change. */
export const mostInBulk = 2000

/** Drafts that one call creates. */
export const mostAtOnce = 50

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
    published: z.boolean().exactOptional().describe('True publishes the drafts; false unpublishes the entries.'),
    deleted: z.boolean().exactOptional().describe('True moves them to the trash; false takes them back.'),
    data: z.record(z.string(), z.unknown()).exactOptional().describe('Fields that the drafts get.'),
  })
  .refine(
    ({ published, deleted, data }) => [published, deleted, data].filter((one) => one !== undefined).length === 1,
    'Name one of published, deleted and data.',
  )
export type BulkChange = z.infer<typeof bulkChangeSchema>

export const bulkAnswerSchema = z.object({
  changed: z.int(),
  refused: z
    .array(z.object({ id: z.string(), message: z.string() }))
    .describe('Entries left as they are, with the reason.'),
})
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>

export const entryCalls = () => {
  const fields = z.record(z.string(), z.unknown(), 'data must be an object of fields.')
  const body = z.strictObject({ data: fields, publish: z.boolean().optional() })
  const order = z.strictObject({ ids: z.array(z.string().max(64)).max(20_000) })
  const answer = entrySchema()
  const list = listAnswer('entries', answer)
  const change = { versioned: 'may', answer } as const
  return {
    'GET /api/entry-titles': {
      query: z.strictObject({ version: z.coerce.number().int().optional() }),
      answer: entryTitlesSchema,
    },
    'GET /api/text-matches': {
      query: z.strictObject({ q: z.string().max(200) }),
      answer: z.object({ matches: z.array(textMatchSchema) }),
    },
    'GET /api/entries/:collection': {
      query: z.strictObject({ ...pagingQuery(), q: z.string().max(200).optional(), trash: flag() }),
      answer: list,
    },
    'POST /api/entries/:collection': { body, answer },
    'PATCH /api/entries/:collection': { body: bulkChangeSchema, answer: bulkAnswerSchema },
    'POST /api/entries/:collection/batches': {
      body: z.strictObject({ entries: z.array(fields).min(1).max(mostAtOnce) }),
      answer: list,
    },
    'POST /api/entries/:collection/erasures': {
      // From the trash only.
      body: z.strictObject({ ids: z.array(z.string().max(64)).min(1).max(mostInBulk) }),
      answer: z.object({ erased: z.int() }),
    },
    'GET /api/entries/:collection/order': { answer: order.extend({ versions: z.array(z.int()) }) },
    'PUT /api/entries/:collection/order': { body: order, answer: order },
    'GET /api/entries/:collection/:id': { answer },
    'PATCH /api/entries/:collection/:id': { body, versioned: 'must', answer },
    'DELETE /api/entries/:collection/:id': change,
    'POST /api/entries/:collection/:id/copies': { answer },
    'POST /api/entries/:collection/:id/restoration': change,
    'POST /api/entries/:collection/:id/publication': change,
    'DELETE /api/entries/:collection/:id/publication': change,
    'DELETE /api/entries/:collection/:id/draft': change,
    'PUT /api/entries/:collection/:id/schedule': { body: scheduleTimesSchema, ...change },
    'DELETE /api/entries/:collection/:id/schedule': change,
  } satisfies Calls
}
