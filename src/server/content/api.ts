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
} from '../../model/content/entry.ts'
import { Invalid } from '../../model/errors.ts'
import { type Text, textsOf } from '../../model/publishing/page.ts'
import {
  type AppContext,
  authorOf,
  type Endpoint,
  flag,
  listAnswer,
  pagingQuery,
  readBody,
  readQuery,
  type Shown,
  versionOf,
} from '../endpoint/endpoint.ts'
import type { Entries } from './entries.ts'

const fields = z.record(z.string(), z.unknown(), 'data must be an object of fields.')
const createBody = z.strictObject({ data: fields, publish: z.boolean().optional() })
const draftsBody = z.strictObject({ entries: z.array(fields).min(1).max(mostAtOnce) })
const updateBody = z.strictObject({ data: fields, publish: z.boolean().optional() })
const orderBody = z.strictObject({ ids: z.array(z.string().max(64)).max(20_000) })
const orderAnswer = orderBody.extend({ versions: z.array(z.int()) })
/** Thirteen thousand entries, 39 bytes each as JSON. */
const largestOrder = 512 * 1024
/** Sixty blocks with as many texts as they may have. */
const largestEntry = 512 * 1024
const largestBulk = 512 * 1024
const listQuery = z.strictObject({ ...pagingQuery, q: z.string().max(200).optional(), trash: flag })
const titlesQuery = z.strictObject({ version: z.coerce.number().int().optional() })
const answer = entrySchema()

const location = (context: AppContext) => ({
  collection: context.req.param('collection') ?? '',
  id: context.req.param('id') ?? '',
})
const based = (context: AppContext) => ({ ...authorOf(context), version: versionOf(context) })

export const entriesApi = (
  entries: Entries,
  publisher: Shown & { withheld(): readonly { entry: string | null; reason: string }[] },
  texts: { isPlain(text: Text): boolean; warm(): void },
) => {
  /** Data of a call in today's fields. */
  const given = (collection: string, data: Record<string, unknown>) =>
    withoutAliases(findCollection(collection)?.aliases, data)
  const marked = (entry: Entry): Entry => {
    const { reason } = publisher.withheld().find((one) => one.entry === entry.id) ?? {}
    const field = findCollection(entry.collection)?.preview.title
    return reason && field ? { ...entry, needsAttention: { [field]: reason, ...entry.needsAttention } } : entry
  }
  const sent = (context: AppContext, entry: Entry, status: 200 | 201 = 200) => {
    // Each text is hashed: too much for a list.
    const blocks = blocksIn(entry.data.blocks).filter((block) => textsOf([block]).some(texts.isPlain))
    const plainTexts = blocks.length > 0 ? { plainTexts: blocks.map(({ id }) => id) } : {}
    return context.json({ ...marked(entry), ...plainTexts }, status, { ETag: `"${entry.version}"` })
  }

  const changing = (
    summary: string,
    change: (collection: string, id: string, options: ReturnType<typeof based>) => Promise<Entry>,
  ): Endpoint => ({
    operation: { summary, versioned: 'may', answer },
    handle: async (context) => {
      const { collection, id } = location(context)
      const entry = await change(collection, id, based(context))
      await publisher.shown()
      return sent(context, entry)
    },
  })

  return {
    list: {
      operation: {
        summary: 'Lists entries in order, or the trash',
        query: listQuery,
        answer: listAnswer('entries', answer),
      },
      handle: async (context) => {
        const page = await entries.list(location(context).collection, readQuery(context, listQuery))
        return context.json({ ...page, entries: page.entries.map(marked) })
      },
    },
    titles: {
      operation: { summary: 'Titles of all entries', query: titlesQuery, answer: entryTitlesSchema },
      handle: async (context) => context.json(await entries.titles(readQuery(context, titlesQuery).version)),
    },
    create: {
      operation: { summary: 'Appends an entry', body: createBody, status: 201, answer },
      handle: async (context) => {
        const { data, publish } = await readBody(context, createBody, largestEntry)
        const { collection } = location(context)
        const entry = await entries.create(collection, given(collection, data), { ...authorOf(context), publish })
        if (publish !== false) await publisher.shown()
        context.header('Location', `/api/entries/${collection}/${entry.id}`)
        return sent(context, entry, 201)
      },
    },
    createDrafts: {
      operation: {
        summary: 'Appends several drafts at once; one undo takes them back',
        body: draftsBody,
        status: 201,
        answer: listAnswer('entries', answer),
      },
      handle: async (context) => {
        const { collection } = location(context)
        const all = (await readBody(context, draftsBody, largestBulk)).entries.map((data) => given(collection, data))
        return context.json(
          { entries: await entries.createDrafts(collection, all, authorOf(context)), next: null },
          201,
        )
      },
    },
    get: {
      operation: { summary: 'Reads an entry', answer },
      handle: async (context) => {
        const { collection, id } = location(context)
        // Whoever opens it may save it soon: a cold start would then take longer than all else of a publish.
        texts.warm()
        return sent(context, await entries.get(collection as string, id))
      },
    },
    update: {
      operation: { summary: 'Changes some fields', body: updateBody, versioned: 'must', answer },
      handle: async (context) => {
        const { data, publish } = await readBody(context, updateBody, largestEntry)
        const version = versionOf(context)
        if (version === undefined)
          throw new Invalid({ 'If-Match': 'Name the version that the change was based on, as in If-Match: "3".' })
        const { collection, id } = location(context)
        const named = given(collection, data)
        const entry = await entries.update(collection, id, named, { ...authorOf(context), version, publish })
        if (publish !== false) await publisher.shown()
        return sent(context, entry)
      },
    },
    updateAll: {
      operation: {
        summary: 'Changes several entries at once; one undo takes it back',
        body: bulkChangeSchema,
        answer: bulkAnswerSchema,
      },
      handle: async (context) => {
        const change = await readBody(context, bulkChangeSchema, largestBulk)
        const { collection } = location(context)
        const named = change.data ? { ...change, data: given(collection, change.data) } : change
        const answer = await entries.changeAll(collection, named, authorOf(context))
        if (answer.changed > 0 && !change.data) await publisher.shown()
        return context.json(answer)
      },
    },
    copy: {
      operation: { summary: 'Copies an entry to a draft behind it', status: 201, answer },
      handle: async (context) => {
        const { collection, id } = location(context)
        const entry = await entries.copy(collection, id, authorOf(context))
        context.header('Location', `/api/entries/${collection}/${entry.id}`)
        return sent(context, entry, 201)
      },
    },
    erase: {
      operation: {
        summary: 'Deletes entries of the trash for good, without undo',
        body: erasureSchema,
        answer: z.object({ erased: z.int() }),
      },
      handle: async (context) => {
        const { ids } = await readBody(context, erasureSchema, largestBulk)
        return context.json({ erased: await entries.erase(location(context).collection, ids, authorOf(context)) })
      },
    },
    remove: changing('Moves an entry to the trash', entries.remove),
    restore: changing('Takes an entry back from the trash', entries.restore),
    publish: changing('Publishes the draft', entries.publish),
    unpublish: changing('Unpublishes an entry', entries.unpublish),
    discard: changing('Takes the draft back to what visitors see', entries.discard),
    schedule: {
      operation: {
        summary: 'Chooses when an entry is published and unpublished',
        body: scheduleTimesSchema,
        versioned: 'may',
        answer,
      },
      handle: async (context) => {
        const times = await readBody(context, scheduleTimesSchema)
        const { collection, id } = location(context)
        return sent(context, await entries.schedule(collection, id, times, based(context)))
      },
    },
    cancelSchedule: changing('Cancels the times of an entry', (collection, id, options) =>
      entries.schedule(collection, id, {}, options),
    ),
    order: {
      operation: { summary: 'Lists all ids in order, with the version of each', answer: orderAnswer },
      handle: async (context) => context.json(await entries.order(location(context).collection)),
    },
    reorder: {
      operation: { summary: 'Puts the entries in this order', body: orderBody, answer: orderBody },
      handle: async (context) => {
        const { ids } = await readBody(context, orderBody, largestOrder)
        const order = await entries.reorder(location(context).collection, ids, authorOf(context))
        await publisher.shown()
        return context.json({ ids: order })
      },
    },
  } satisfies Record<string, Endpoint>
}
