import { sql } from 'kysely'
import type { z } from 'zod'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import { type Draft, type DraftsOutcome, draftCalls, type SeenDraft } from '../../model/publishing/draft.ts'
import { publishableSettings, settingFields } from '../../model/settings/settings.ts'
import { createEntries } from '../content/entries.ts'
import { collectionNamed, type EntryRow, problemsOf, readLeniently, scheduleIn } from '../content/entry-row.ts'
import { type Database, joined, type Reader } from '../db/database.ts'
import { readPage } from '../db/paging.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import { type Links, unchecked } from '../links/links.ts'
import { createSettings } from '../settings/settings-store.ts'
import type { CheckCss } from '../themes/css-check.ts'

/** As in the index `entries_pending`. What was taken off the page is not about to be on it. */
const pending = sql<boolean>`deleted_at is null and (published is null or published <> draft)
  and (published is not null or published_at is null)`

const draftOf = (row: EntryRow): Draft => {
  const collection = collectionNamed(row.collection)
  const draft = readLeniently(collection, JSON.parse(row.draft))
  return {
    collection: row.collection,
    entry: row.id,
    title: String(draft[collection.preview.title] ?? ''),
    version: row.version,
    publishedAt: row.published_at,
    published: row.published === null ? null : readLeniently(collection, JSON.parse(row.published)),
    draft,
    schedule: scheduleIn(row),
    problems: problemsOf(collection, draft, 'schema') ?? {},
  }
}

const settingsProblems = (settings: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settingFields).flatMap(([name, { schema }]) => {
      const { error } = schema.safeParse(settings[name])
      return error ? [[name, error.issues[0]?.message ?? 'This cannot be published.']] : []
    }),
  )

const reasonOf = (error: unknown): string => {
  if (error instanceof Invalid) return error.sentence
  if (error instanceof StaleVersion) return 'It was changed since this list was made.'
  if (error instanceof NotFound) return 'It was deleted.'
  throw error
}

type DraftsQuery = z.output<ReturnType<typeof draftCalls>['GET /api/drafts']['query']>

/** The drafts that visitors do not see yet, of entries and settings alike. */
export const createDrafts = (database: Database, links: Links = unchecked, checkCss?: CheckCss) => {
  const settingsDraft = async (reader: Reader): Promise<Draft[]> => {
    const settings = createSettings({ ...database, kysely: reader })
    const { status, settings: values, version, publishedAt } = await settings.draft()
    if (status === 'published') return []
    const draft = publishableSettings(values)
    const published = publishableSettings((await settings.get()).settings)
    const problems = settingsProblems(values)
    return [
      {
        collection: 'settings',
        entry: null,
        title: '',
        version,
        publishedAt,
        published,
        draft,
        schedule: null,
        problems,
      },
    ]
  }

  /** One change, so that one undo takes it back. What cannot be done is left out. */
  const each = (
    drafts: readonly SeenDraft[],
    act: (parts: { store: Database; seen: SeenDraft & { entry: string } }) => Promise<unknown>,
    actOnSettings: (store: Database, version: number) => Promise<unknown>,
  ): Promise<DraftsOutcome> =>
    database.change(async (trx, announce) => {
      const outcome: DraftsOutcome = { done: [], left: [], change: null }
      const store = joined(database, trx, (change, hidden) => {
        outcome.change = change
        announce(change, hidden)
      })
      for (const seen of drafts) {
        const { collection, entry, version } = seen
        try {
          if (entry === null) await actOnSettings(store, version)
          else await act({ store, seen: { ...seen, entry } })
          outcome.done.push({ collection, entry })
        } catch (error) {
          outcome.left.push({ collection, entry, reason: reasonOf(error) })
        }
      }
      return outcome
    })

  return {
    /**
     * One page, in the order of the collections’ names; the settings stand first. Of those `after` an entry, only its own collection’s.
     * Throws `Invalid` for a wrong cursor.
     */
    list: ({ limit, cursor, after }: DraftsQuery = {}) =>
      database.readTransaction(async (trx) => {
        let query = trx.selectFrom('entries').where(pending)
        const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
        const ofSettings = await settingsDraft(trx)
        if (cursor !== undefined) {
          const [, collection = '', position = ''] = /^([a-z]{1,40})_(\d{1,9})$/.exec(cursor) ?? []
          if (!collection) throw new Invalid({ cursor: 'Start the list again.' })
          query = query.where(({ eb, and, or }) =>
            or([
              eb('collection', '>', collection),
              and([eb('collection', '=', collection), eb('position', '>', Number(position))]),
            ]),
          )
        }
        if (after !== undefined) {
          const place = await trx
            .selectFrom('entries')
            .select(['collection', 'position'])
            .where('id', '=', after)
            .executeTakeFirst()
          query = query.where('collection', '=', place?.collection ?? '').where('position', '>', place?.position ?? 0)
        }
        const ordered = query.selectAll().orderBy('collection').orderBy('position')
        const { items, next } = await readPage(ordered, limit, (row) => `${row.collection}_${row.position}`)
        const drafts = [...(cursor === undefined && after === undefined ? ofSettings : []), ...items.map(draftOf)]
        return { drafts, count: count + ofSettings.length, next }
      }),

    /** Publishes drafts as the caller has seen them; what changed since stays a draft. */
    publish: (drafts: readonly SeenDraft[], { by }: { by: string }) =>
      each(
        drafts,
        ({ store, seen: { collection, entry, version } }) =>
          createEntries(store, links).publish(collection, entry, { by, version }),
        (store, version) => createSettings(store, links, checkCss).publish({ by, version }),
      ),

    /** Takes drafts back to what visitors see. */
    discard: (drafts: readonly SeenDraft[], { by }: { by: string }) =>
      each(
        drafts,
        ({ store, seen: { collection, entry, version } }) =>
          createEntries(store).discard(collection, entry, { by, version }),
        (store, version) => createSettings(store).discard({ by, version }),
      ),
  }
}

type Drafts = ReturnType<typeof createDrafts>

const size = 512 * 1024

export const draftsApi = (drafts: Drafts, publisher: Shown) =>
  endpoints(draftCalls(), {
    'GET /api/drafts': ['Lists drafts that visitors do not see yet', ({ query }) => drafts.list(query)],
    'POST /api/publications': [
      'Publishes these drafts, as one change',
      { size, status: 201 },
      async ({ body: { drafts: seen }, based }) => {
        const outcome = await drafts.publish(seen, based)
        await publisher.shown()
        return outcome
      },
    ],
    'POST /api/discards': [
      'Discards these drafts, as one change',
      { size, status: 201 },
      ({ body: { drafts: seen }, based }) => drafts.discard(seen, based),
    ],
  })
