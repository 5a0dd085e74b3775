import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { mediaLeaves } from '../../model/content/media-leaves.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { type PastSite, pastSiteSchema } from '../../model/publishing/past-site.ts'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { bringBackEntries, type PastEntries, publishedThen, readPastEntries } from '../content/past-entries.ts'
import type { Database, Trx } from '../db/database.ts'
import { authorOf, type Endpoint, readBody, readQuery, type Shown } from '../endpoint/endpoint.ts'
import { contentVersion } from '../journal/journal.ts'
import { journaled } from '../journal/record-change.ts'
import type { Reverter } from '../journal/revert.ts'
import { findMediaItem, type Media, storeMediaItem } from '../media/media.ts'
import { isNamed, mediaNamedIn, usesOf } from '../media/media-row.ts'
import { draftIn, liveIn, readSettings, type SettingsState } from '../settings/settings-row.ts'
import { putSettings } from '../settings/settings-store.ts'
import { shownContent } from './content.ts'
import { contentOperation } from './site-operations.ts'

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

const settingsThatDiffer = ({ now, was }: PastSettings): string[] => {
  const [drafts, live] = [
    [draftIn(now), draftIn(was)],
    [liveIn(now), liveIn(was)],
  ] as [Settings, Settings][]
  const differ = (pair: [Settings, Settings] | undefined, name: keyof Settings) =>
    !isDeepStrictEqual(pair?.[0][name], pair?.[1][name])
  return (Object.keys(settingFields) as (keyof Settings)[]).filter((name) => differ(drafts, name) || differ(live, name))
}

const pieceSize = 500

/** Which of these ids of media and stems of files there are. */
const knownMedia = async (trx: Trx, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const known = new Set<string>()
  for (let start = 0; start < keys.length; start += pieceSize) {
    const piece = keys.slice(start, start + pieceSize)
    const rows = await trx
      .selectFrom('media')
      .leftJoin('renditions', 'renditions.media', 'media.id')
      .select(['media.id', 'renditions.stem'])
      .where('withdrawn_at', 'is', null)
      .where(({ eb, or }) => or([eb('media.id', 'in', piece), eb('renditions.stem', 'in', piece)]))
      .execute()
    for (const { id, stem } of rows) known.add(id).add(stem ?? id)
  }
  return known
}

/** Files that what comes back names, those that are in the trash of Media since, and those that are deleted for good. */
const readPastMedia = async (trx: Trx, { different }: PastEntries, { now, was }: PastSettings, at: string) => {
  const entries = different.flatMap(({ collection: { name, fields, preview }, row, was: state }) => {
    if (state?.deletedAt !== null) return []
    const [title, data] = [String(state.draft[preview.title] ?? ''), [state.draft, state.published]]
    return { collection: name, title, fields, data, present: `${row?.draft}${row?.published}` }
  })
  const settings = isDeepStrictEqual(now, was)
    ? []
    : [{ collection: 'settings', title: '', fields: settingFields as Fields, data: [was?.draft, was?.published] }].map(
        (one) => ({ ...one, present: JSON.stringify(now) }),
      )
  const holders = [...entries, ...settings]
  const named = holders.flatMap(({ collection, title, fields, data, present }) =>
    data
      .flatMap((one) => [
        ...mediaLeaves(fields, one ?? {}).map(({ field, value }) => ({ what: field.label, key: String(value) })),
        ...[...mediaNamedIn(JSON.stringify(one ?? {})).stems].map((key) => ({ what: 'A file', key })),
      ])
      // What is missing now as well is no loss.
      .flatMap(({ what, key }) => (present.includes(key) ? [] : [{ key, place: { collection, title, what } }])),
  )
  const known = await knownMedia(trx, [...new Set(named.map(({ key }) => key))])
  const missing = new Map(named.flatMap(({ key, place }) => (known.has(key) ? [] : [[`${key}${place.what}`, place]])))
  const trashed = await trx
    .selectFrom('media')
    .innerJoin('renditions', 'renditions.media', 'media.id')
    .select(['media.id', 'name', 'rendition', 'stem'])
    .where('deleted_at', '>', at)
    .where('withdrawn_at', 'is', null)
    .execute()
  const coming = mediaNamedIn(JSON.stringify(holders.map(({ data }) => data)))
  const back = new Map<string, { name: string; rendition: string }>()
  for (const row of trashed)
    if (!back.has(row.id) && (isNamed(coming, row.id, row.stem) || (await usesOf(trx, row.id)).length > 0))
      back.set(row.id, row)
  return { back, missing: [...missing.values()] }
}

const readPast = async (trx: Trx, asked: Moment) => {
  const moment = await findMoment(trx, asked)
  const entries = await readPastEntries(trx, moment.id)
  const settings = await readPastSettings(trx, moment.id)
  const { back, missing } = await readPastMedia(trx, entries, settings, moment.at)
  const isSame =
    entries.different.length + entries.reordered.length + back.size === 0 &&
    isDeepStrictEqual(settings.now, settings.was)
  return { moment, entries, settings, back, missing, isSame }
}

const countsOf = ({ different, orders, reordered }: PastEntries): PastSite['collections'] =>
  [...orders.keys()].flatMap((name) => {
    const counts = { collection: name, back: 0, away: 0, changed: 0, inTrash: 0, reordered: reordered.includes(name) }
    for (const { collection, row, was } of different) {
      if (collection.name !== name) continue
      const [stands, stood] = [row?.deleted_at === null, was?.deletedAt === null]
      counts[stands ? (stood ? 'changed' : 'away') : stood ? 'back' : 'inTrash'] += 1
    }
    return Object.values(counts).some((value) => value === true || (typeof value === 'number' && value > 0))
      ? [counts]
      : []
  })

/** The site as it was after any change that History still has. */
export const createPastSite = (db: Database, media: Media) => ({
  /** Throws `Invalid` for a time before the history, and `NotFound` for a change that it does not have. */
  read: (asked: Moment): Promise<PastSite> =>
    db.readTransaction(async (trx) => {
      const { moment, entries, settings, back, missing, isSame } = await readPast(trx, asked)
      const lists = await publishedThen(trx, entries)
      return {
        ...{
          change: moment.id,
          at: moment.at,
          version: await contentVersion(trx),
          isSame,
          lost: entries.lost,
          missing,
        },
        collections: countsOf(entries),
        settings: settingsThatDiffer(settings),
        media: [...back.values()].map(({ name }) => name),
        content: {
          version: moment.id,
          ...(await shownContent(trx, media, { lists, stored: settings.was, since: moment.at })),
        },
      }
    }),

  /**
   * Makes entries, their order, the trash and settings what they were, as one change; nothing when they are that already. `version` is
   * that of the content on which the decision was based: throws `StaleVersion` when anything changed since, `Invalid` when an address
   * is taken.
   */
  bringBack: async (
    { change, version }: { change: number; version: number },
    { by }: { by: string },
  ): Promise<number> => {
    const known = await db.readTransaction((trx) => readPast(trx, { change }))
    for (const { rendition } of known.back.values()) await media.regenerate(rendition)
    return journaled(db, async (trx, recordOne) => {
      const now = await contentVersion(trx)
      if (now !== version) throw new StaleVersion('site', { version: now })
      const { moment, entries, settings, back, isSame } = await readPast(trx, { change })
      if (isSame) return 0
      let made = -1
      const record: typeof recordOne = (one) => {
        made += 1
        return recordOne(one)
      }
      // First, since it stands for all of them in the history.
      await record({
        by,
        action: 'bring-back',
        collection: 'site',
        before: null,
        after: { at: moment.at },
        hidden: true,
      })
      for (const id of back.keys()) {
        const row = await findMediaItem(trx, id)
        if (row) await storeMediaItem(trx, record, row, { deleted_at: null }, { action: 'restore', by })
      }
      const categories = [draftIn(settings.was), liveIn(settings.was)].flatMap((one) => one.categories)
      await bringBackEntries(trx, record, entries, {
        by,
        categories: categories.map(({ slug }) => slug),
        between: async () => {
          if (isDeepStrictEqual(settings.now, settings.was)) return
          const states = await putSettings(trx, () => settings.was)
          await record({ by, action: 'update', collection: 'settings', ...states })
        },
      })
      return made
    })
  },
})

/** Only names what was done: the changes next to it do it and undo it. */
export const pastSiteReverter: Reverter<unknown> = {
  revert: async (_, { before, after }) => ({ before: after, after: before, hidden: true }),
}

const query = z.strictObject({
  at: z.iso.datetime('Name a time such as 2026-11-22T00:00:00Z.').optional(),
  change: z.coerce.number().int().optional().describe('Instead of a time: the site after this change.'),
})
const body = z.strictObject({
  change: z.int(),
  version: z.int().describe('Of the content, as the past site was read with it.'),
})

export const pastSiteApi = (pastSite: ReturnType<typeof createPastSite>, publisher: Shown) =>
  ({
    read: {
      operation: {
        summary: 'The site as it was at a time, or after a change, and what bringing it back would change',
        query,
        answer: pastSiteSchema.extend({ content: contentOperation.answer as z.ZodType }),
      },
      handle: async (context) => {
        const { at, change } = readQuery(context, query)
        if (change !== undefined) return context.json(await pastSite.read({ change }))
        if (at === undefined) throw new Invalid({ at: 'Choose a day and a time.' })
        return context.json(await pastSite.read({ at: new Date(at).toISOString() }))
      },
    },
    bringBack: {
      operation: {
        summary: 'Makes entries, their order, the trash and settings what they were after a change, as one change',
        body,
        status: 201,
        answer: z.object({ changed: z.int().describe('Number of changes; 0 when all is as it was.') }),
      },
      handle: async (context) => {
        const changed = await pastSite.bringBack(await readBody(context, body), authorOf(context))
        await publisher.shown()
        return context.json({ changed }, 201)
      },
    },
  }) satisfies Record<string, Endpoint>
