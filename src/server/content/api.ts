import { blocksIn } from '../../model/blocks/blocks-field.ts'
import { findCollection } from '../../model/content/collections.ts'
import { withoutAliases } from '../../model/content/define-collection.ts'
import { type Entry, entryCalls } from '../../model/content/entry.ts'
import { type Text, textsOf } from '../../model/publishing/page.ts'
import { type AppContext, endpoints, type Shown, tagged } from '../endpoint/endpoint.ts'
import type { Entries } from './entries.ts'
import type { createTextMatches } from './text-matches.ts'

/** Bytes of sixty blocks with as many texts as they may have, or of thirteen thousand ids. */
const size = 512 * 1024

export const entriesApi = (
  entries: Entries,
  publisher: Shown & { withheld(): readonly { entry: string | null; reason: string }[] },
  texts: { isPlain(text: Text): boolean; warm(): void },
  textMatches: ReturnType<typeof createTextMatches>,
) => {
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

  interface Taken {
    context: AppContext
    collection: string
    id: string
    based: { by: string; version: number | undefined }
  }
  const changing =
    (change: (collection: string, id: string, based: Taken['based']) => Promise<Entry>) =>
    async ({ context, collection, id, based }: Taken) => {
      const entry = await change(collection, id, based)
      await publisher.shown()
      return sent(context, entry)
    }

  return endpoints(entryCalls(), {
    'GET /api/entries/:collection': [
      'Lists entries in order, or the trash',
      async ({ collection, query }) => {
        const page = await entries.list(collection, query)
        return { ...page, entries: page.entries.map(marked) }
      },
    ],
    'GET /api/entry-titles': ['Titles of all entries', ({ query: { version } }) => entries.titles(version)],
    'GET /api/text-matches': [
      'Finds words in the texts of entries and settings',
      async ({ query: { q } }) => ({ matches: await textMatches(q) }),
    ],
    'POST /api/entries/:collection': [
      'Appends an entry',
      { size, status: 201 },
      async ({ context, collection, body: { data, publish }, based: { by } }) => {
        const entry = await entries.create(collection, given(collection, data), { by, publish })
        if (publish !== false) await publisher.shown()
        return made(context, entry)
      },
    ],
    'POST /api/entries/:collection/batches': [
      'Appends several drafts at once; one undo takes them back',
      { size, status: 201 },
      async ({ collection, body, based }) => {
        const all = body.entries.map((data) => given(collection, data))
        return { entries: await entries.createDrafts(collection, all, based), next: null }
      },
    ],
    'GET /api/entries/:collection/:id': [
      'Reads an entry',
      async ({ context, collection, id }) => {
        // Whoever opens it may save it soon: a cold start would then take longer than all else of a publish.
        texts.warm()
        return sent(context, await entries.get(collection, id))
      },
    ],
    'PATCH /api/entries/:collection/:id': [
      'Changes some fields',
      { size },
      async ({ context, collection, id, body: { data, publish }, based }) => {
        const entry = await entries.update(collection, id, given(collection, data), { ...based, publish })
        if (publish !== false) await publisher.shown()
        return sent(context, entry)
      },
    ],
    'PATCH /api/entries/:collection': [
      'Changes several entries at once; one undo takes it back',
      { size },
      async ({ collection, body: change, based }) => {
        const named = change.data ? { ...change, data: given(collection, change.data) } : change
        const answer = await entries.changeAll(collection, named, based)
        if (answer.changed > 0 && !change.data) await publisher.shown()
        return answer
      },
    ],
    'POST /api/entries/:collection/:id/copies': [
      'Copies an entry to a draft behind it',
      { status: 201 },
      async ({ context, collection, id, based }) => made(context, await entries.copy(collection, id, based)),
    ],
    'POST /api/entries/:collection/erasures': [
      'Deletes entries of the trash for good, without undo',
      { size },
      async ({ collection, body: { ids }, based }) => ({ erased: await entries.erase(collection, ids, based) }),
    ],
    'DELETE /api/entries/:collection/:id': ['Moves an entry to the trash', changing(entries.remove)],
    'POST /api/entries/:collection/:id/restoration': ['Takes an entry back from the trash', changing(entries.restore)],
    'POST /api/entries/:collection/:id/publication': ['Publishes the draft', changing(entries.publish)],
    'DELETE /api/entries/:collection/:id/publication': ['Unpublishes an entry', changing(entries.unpublish)],
    'DELETE /api/entries/:collection/:id/draft': [
      'Takes the draft back to what visitors see',
      changing(entries.discard),
    ],
    'PUT /api/entries/:collection/:id/schedule': [
      'Chooses when an entry is published and unpublished',
      async ({ context, collection, id, body: times, based }) =>
        sent(context, await entries.schedule(collection, id, times, based)),
    ],
    'DELETE /api/entries/:collection/:id/schedule': [
      'Cancels the times of an entry',
      changing((collection, id, based) => entries.schedule(collection, id, {}, based)),
    ],
    'GET /api/entries/:collection/order': [
      'Lists all ids in order, with the version of each',
      ({ collection }) => entries.order(collection),
    ],
    'PUT /api/entries/:collection/order': [
      'Puts the entries in this order',
      { size },
      async ({ collection, body: { ids }, based }) => {
        const order = await entries.reorder(collection, ids, based)
        await publisher.shown()
        return { ids: order }
      },
    ],
  })
}
