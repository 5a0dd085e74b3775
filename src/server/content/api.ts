import { z } from 'zod'
import { blocksIn } from '../../model/blocks/blocks-field.ts'
import { withoutAliases } from '../../model/content/aliases.ts'
import { findCollection } from '../../model/content/collections.ts'
import {
  bulkAnswerSchema,
  bulkChangeSchema,
  type Entry,
  entrySchema,
  entryTitlesSchema,
  erasureSchema,
  mostAtOnce,
  scheduleTimesSchema,
  textMatchesSchema,
} from '../../model/content/entry.ts'
import { type Text, textsOf } from '../../model/publishing/page.ts'
import {
  type AppContext,
  type Endpoint,
  endpoint,
  flag,
  listAnswer,
  pagingQuery,
  type Shown,
  tagged,
} from '../endpoint/endpoint.ts'
import type { Entries } from './entries.ts'
import type { createTextMatches } from './text-matches.ts'

const fields = z.record(z.string(), z.unknown(), 'data must be an object of fields.')
const dataBody = z.strictObject({ data: fields, publish: z.boolean().optional() })
const draftsBody = z.strictObject({ entries: z.array(fields).min(1).max(mostAtOnce) })
const orderBody = z.strictObject({ ids: z.array(z.string().max(64)).max(20_000) })
const orderAnswer = orderBody.extend({ versions: z.array(z.int()) })
/** Bytes of sixty blocks with as many texts as they may have, or of thirteen thousand ids. */
const largest = 512 * 1024
const listQuery = z.strictObject({ ...pagingQuery, q: z.string().max(200).optional(), trash: flag })
const titlesQuery = z.strictObject({ version: z.coerce.number().int().optional() })
const matchesQuery = z.strictObject({ q: z.string().max(200) })
const answer = entrySchema()

export const entriesApi = (
  entries: Entries,
  publisher: Shown & { withheld(): readonly { entry: string | null; reason: string }[] },
  texts: { isPlain(text: Text): boolean; warm(): void },
  textMatches: ReturnType<typeof createTextMatches>,
) => {
  const collectionIn = ({ req }: AppContext) => req.param('collection') ?? ''
  /** Data of a call in today's fields. */
  const given = (collection: string, data: Record<string, unknown>) =>
    withoutAliases(findCollection(collection)?.aliases, data)
  const marked = (entry: Entry): Entry => {
    const { reason } = publisher.withheld().find((one) => one.entry === entry.id) ?? {}
    const field = findCollection(entry.collection)?.preview.title
    return reason && field ? { ...entry, needsAttention: { [field]: reason, ...entry.needsAttention } } : entry
  }
  const sent = (context: AppContext, entry: Entry) => {
    // Each text is hashed: too much for a list.
    const blocks = blocksIn(entry.data.blocks).filter((block) => textsOf([block]).some(texts.isPlain))
    const plainTexts = blocks.length > 0 ? { plainTexts: blocks.map(({ id }) => id) } : {}
    return tagged(context, { ...marked(entry), ...plainTexts })
  }
  const made = (context: AppContext, entry: Entry) => {
    context.header('Location', `/api/entries/${entry.collection}/${entry.id}`)
    return sent(context, entry)
  }

  const changing = (
    summary: string,
    change: (collection: string, id: string, based: { by: string; version: number | undefined }) => Promise<Entry>,
  ) =>
    endpoint({ summary, versioned: 'may', answer }, async ({ context, id, based }) => {
      const entry = await change(collectionIn(context), id, based)
      await publisher.shown()
      return sent(context, entry)
    })

  return {
    list: endpoint(
      { summary: 'Lists entries in order, or the trash', query: listQuery, answer: listAnswer('entries', answer) },
      async ({ context, query }) => {
        const page = await entries.list(collectionIn(context), query)
        return { ...page, entries: page.entries.map(marked) }
      },
    ),
    titles: endpoint(
      { summary: 'Titles of all entries', query: titlesQuery, answer: entryTitlesSchema },
      ({ query: { version } }) => entries.titles(version),
    ),
    textMatches: endpoint(
      { summary: 'Finds words in the texts of entries and settings', query: matchesQuery, answer: textMatchesSchema },
      async ({ query: { q } }) => ({ matches: await textMatches(q) }),
    ),
    create: endpoint(
      { summary: 'Appends an entry', body: dataBody, size: largest, status: 201, answer },
      async ({ context, body: { data, publish }, based: { by } }) => {
        const collection = collectionIn(context)
        const entry = await entries.create(collection, given(collection, data), { by, publish })
        if (publish !== false) await publisher.shown()
        return made(context, entry)
      },
    ),
    createDrafts: endpoint(
      {
        summary: 'Appends several drafts at once; one undo takes them back',
        body: draftsBody,
        size: largest,
        status: 201,
        answer: listAnswer('entries', answer),
      },
      async ({ context, body, based }) => {
        const collection = collectionIn(context)
        const all = body.entries.map((data) => given(collection, data))
        return { entries: await entries.createDrafts(collection, all, based), next: null }
      },
    ),
    get: endpoint({ summary: 'Reads an entry', answer }, async ({ context, id }) => {
      // Whoever opens it may save it soon: a cold start would then take longer than all else of a publish.
      texts.warm()
      return sent(context, await entries.get(collectionIn(context), id))
    }),
    update: endpoint(
      { summary: 'Changes some fields', body: dataBody, size: largest, versioned: 'must', answer },
      async ({ context, id, body: { data, publish }, based }) => {
        const collection = collectionIn(context)
        const entry = await entries.update(collection, id, given(collection, data), { ...based, publish })
        if (publish !== false) await publisher.shown()
        return sent(context, entry)
      },
    ),
    updateAll: endpoint(
      {
        summary: 'Changes several entries at once; one undo takes it back',
        body: bulkChangeSchema,
        size: largest,
        answer: bulkAnswerSchema,
      },
      async ({ context, body: change, based }) => {
        const collection = collectionIn(context)
        const named = change.data ? { ...change, data: given(collection, change.data) } : change
        const answer = await entries.changeAll(collection, named, based)
        if (answer.changed > 0 && !change.data) await publisher.shown()
        return answer
      },
    ),
    copy: endpoint(
      { summary: 'Copies an entry to a draft behind it', status: 201, answer },
      async ({ context, id, based }) => made(context, await entries.copy(collectionIn(context), id, based)),
    ),
    erase: endpoint(
      {
        summary: 'Deletes entries of the trash for good, without undo',
        body: erasureSchema,
        size: largest,
        answer: z.object({ erased: z.int() }),
      },
      async ({ context, body: { ids }, based }) => ({ erased: await entries.erase(collectionIn(context), ids, based) }),
    ),
    remove: changing('Moves an entry to the trash', entries.remove),
    restore: changing('Takes an entry back from the trash', entries.restore),
    publish: changing('Publishes the draft', entries.publish),
    unpublish: changing('Unpublishes an entry', entries.unpublish),
    discard: changing('Takes the draft back to what visitors see', entries.discard),
    schedule: endpoint(
      {
        summary: 'Chooses when an entry is published and unpublished',
        body: scheduleTimesSchema,
        versioned: 'may',
        answer,
      },
      async ({ context, id, body: times, based }) =>
        sent(context, await entries.schedule(collectionIn(context), id, times, based)),
    ),
    cancelSchedule: changing('Cancels the times of an entry', (collection, id, based) =>
      entries.schedule(collection, id, {}, based),
    ),
    order: endpoint(
      { summary: 'Lists all ids in order, with the version of each', answer: orderAnswer },
      ({ context }) => entries.order(collectionIn(context)),
    ),
    reorder: endpoint(
      { summary: 'Puts the entries in this order', body: orderBody, size: largest, answer: orderBody },
      async ({ context, body: { ids }, based }) => {
        const order = await entries.reorder(collectionIn(context), ids, based)
        await publisher.shown()
        return { ids: order }
      },
    ),
  } satisfies Record<string, Endpoint>
}
