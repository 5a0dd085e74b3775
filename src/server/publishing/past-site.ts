import { isDeepStrictEqual } from 'node:util'
import { mediaLeaves } from '../../model/content/media-leaves.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { type PastSite, siteCalls } from '../../model/publishing/past-site.ts'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { bringBackEntries, type PastEntries, publishedThen, readPastEntries } from '../content/past-entries.ts'
import type { Database, Trx } from '../db/database.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import { contentVersion } from '../journal/journal.ts'
import { journaled, type RecordChange, type Reverter } from '../journal/record-change.ts'
import { fileUrlsIn, presentUrls } from '../media/current-files.ts'
import type { Media } from '../media/media.ts'
import { draftIn, liveIn, putSettings, readSettings, type SettingsState } from '../settings/settings-store.ts'
import { shownContent } from './content.ts'

const pieceSize = 500

type Moment = { at: string } | { change: number }

/** The last change of a moment; of changes that were made together, the last of them. */
const findMoment = async (trx: Trx, asked: Moment): Promise<{ id: number; at: string }> => {
  const changes = trx.selectFrom('changes').select(['id', 'at', 'batch'])
  const found =
    'change' in asked
      ? await changes.where('id', '=', asked.change).executeTakeFirst()
      : await changes.where('at', '<=', asked.at).orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!found && 'change' in asked) throw new NotFound('change', String(asked.change))
  if (!found) {
    const oldest = await changes.orderBy('id').limit(1).executeTakeFirst()
    const since = oldest && `${oldest.at.slice(0, 16).replace('T', ' ')} UTC`
    throw new Invalid({
      at: since ? `History reaches back to ${since}. Choose a later time.` : 'There is no history yet.',
    })
  }
  if (found.batch === null) return found
  return changes.where('batch', '=', found.batch).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}

interface PastSettings {
  now: SettingsState | null
  was: SettingsState | null
}

const readPastSettings = async (trx: Trx, change: number): Promise<PastSettings> => {
  const { stored: now } = await readSettings(trx)
  const first = await trx
    .selectFrom('changes')
    .select('before')
    .where('collection', '=', 'settings')
    .where('id', '>', change)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { now, was: first ? JSON.parse(first.before ?? 'null') : now }
}

/** Fields of what comes back whose file is not in Media now, unless they miss it already: what stands in the trash shows none. */
const readMissing = async (trx: Trx, { different }: PastEntries, { now, was }: PastSettings) => {
  const holders = different.flatMap(({ collection: { name, fields, preview }, row, was: state }) => {
    if (state?.deletedAt !== null) return []
    const title = String(state.draft[preview.title] ?? '')
    const present = row?.deleted_at === null ? `${row.draft}${row.published}` : ''
    return { collection: name, title, fields, state, present }
  })
  const fields: Fields = settingFields
  const settings = was ? [{ collection: 'settings', title: '', fields, state: was, present: JSON.stringify(now) }] : []
  const named = [...holders, ...settings].flatMap(({ collection, title, fields, state, present }) => {
    const both = [state.draft, state.published ?? {}]
    const leaves = both.flatMap((data) => mediaLeaves(fields, data))
    const keys = new Map([
      ...leaves.map(({ field, value }) => [String(value), field.label] as const),
      ...both.flatMap(fileUrlsIn).map((url) => [url, 'A file'] as const),
    ])
    return [...keys].flatMap(([key, what]) => (present.includes(key) ? [] : [{ collection, title, what, key }]))
  })
  const keys = [...new Set(named.map(({ key }) => key))]
  // Null for what is in the trash.
  const found = new Map<string, string | null>()
  for (let start = 0; start < keys.length; start += pieceSize) {
    const piece = keys.slice(start, start + pieceSize)
    const urls = await presentUrls(
      trx,
      piece.filter((key) => key.startsWith('/')),
    )
    for (const [url, present] of urls) found.set(url, present)
    const rows = await trx
      .selectFrom('media')
      .select(['id', 'deleted_at'])
      .where('id', 'in', piece)
      .where('withdrawn_at', 'is', null)
      .execute()
    for (const { id, deleted_at } of rows) found.set(id, deleted_at === null ? id : null)
  }
  return named.flatMap(({ key, ...one }) => (found.get(key) ? [] : [{ ...one, inTrash: found.has(key) }]))
}

const readPast = async (trx: Trx, asked: Moment) => {
  const moment = await findMoment(trx, asked)
  const entries = await readPastEntries(trx, moment.id)
  const settings = await readPastSettings(trx, moment.id)
  const isSame =
    entries.different.length + entries.reordered.length === 0 && isDeepStrictEqual(settings.now, settings.was)
  return { moment, entries, settings, isSame }
}

const countsOf = ({ different, orders, reordered }: PastEntries): PastSite['collections'] =>
  [...orders.keys()].flatMap((name) => {
    const counts = { back: 0, away: 0, changed: 0, inTrash: 0 }
    const ofThis = different.filter(({ collection }) => collection.name === name)
    for (const { row, was } of ofThis) {
      const [stands, stood] = [row?.deleted_at === null, was?.deletedAt === null]
      counts[stands ? (stood ? 'changed' : 'away') : stood ? 'back' : 'inTrash'] += 1
    }
    const isReordered = reordered.includes(name)
    return ofThis.length > 0 || isReordered ? [{ collection: name, ...counts, reordered: isReordered }] : []
  })

/** The site as it was after any change that History still has. */
export const createPastSite = (db: Database, media: Media) => ({
  /** Throws `Invalid` for a time before the history, and `NotFound` for a change that it does not have. */
  read: (asked: Moment): Promise<PastSite> =>
    db.readTransaction(async (trx) => {
      const { moment, entries, settings, isSame } = await readPast(trx, asked)
      const lists = await publishedThen(trx, entries)
      const [now, was] = [settings.now, settings.was].map((stored) => ({
        draft: draftIn(stored),
        live: liveIn(stored),
      }))
      const names = Object.keys(settingFields) as (keyof Settings)[]
      return {
        ...{ change: moment.id, at: moment.at, version: await contentVersion(trx), isSame },
        collections: countsOf(entries),
        settings: names.filter(
          (name) => !isDeepStrictEqual([now?.draft[name], now?.live[name]], [was?.draft[name], was?.live[name]]),
        ),
        lost: entries.lost,
        missing: await readMissing(trx, entries, settings),
        content: { version: moment.id, ...(await shownContent(trx, media, { lists, stored: settings.was })) },
      }
    }),

  /**
   * Makes entries, their order, the trash and settings what they were, as one change; resolves to the number of its parts, 0 when all is
   * as it was. Throws `StaleVersion` when the content is not of this version, `Invalid` when a new rule forbids what was.
   */
  bringBack: (asked: { change: number; version: number }, { by }: { by: string }): Promise<number> =>
    journaled(db, async (trx, recordOne) => {
      const version = await contentVersion(trx)
      if (version !== asked.version) throw new StaleVersion('site', { version })
      const { moment, entries, settings, isSame } = await readPast(trx, asked)
      if (isSame) return 0
      let made = 0
      const record: RecordChange = (change) => {
        made += 1
        return recordOne(change)
      }
      // First, since it stands for all of them in the history.
      await recordOne({
        by,
        action: 'bring-back',
        collection: 'site',
        before: null,
        after: { at: moment.at },
        hidden: true,
      })
      const between = async () => {
        if (isDeepStrictEqual(settings.now, settings.was)) return
        await record({ by, action: 'update', collection: 'settings', ...(await putSettings(trx, () => settings.was)) })
      }
      await bringBackEntries(trx, record, entries, { by, between })
      return made
    }),
})

/** Only names what was done: the changes next to it do it and undo it. */
export const pastSiteReverter: Reverter<unknown> = {
  revert: async (_, { before, after }) => ({ before: after, after: before, hidden: true }),
}

export const pastSiteApi = (pastSite: ReturnType<typeof createPastSite>, publisher: Shown) =>
  endpoints(siteCalls(), {
    'GET /api/past-site': [
      'The site as it was at a time, or after a change, and what bringing it back would change',
      ({ query: { at, change } }) => {
        if (change !== undefined) return pastSite.read({ change })
        if (at === undefined) throw new Invalid({ at: 'Choose a day and a time.' })
        return pastSite.read({ at: new Date(at).toISOString() })
      },
    ],
    'POST /api/past-site/restoration': [
      'Makes entries, their order, the trash and settings what they were after a change, as one change',
      { status: 201 },
      async ({ body, based }) => {
        const changed = await pastSite.bringBack(body, based)
        await publisher.shown()
        return { changed }
      },
    ],
  })
