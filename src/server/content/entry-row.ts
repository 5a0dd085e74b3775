import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { isNewerBlock, setNewerAside } from '../../model/blocks/kinds.ts'
import { findCollection } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { withAliases } from '../../model/content/define-collection.ts'
import type { Entry, Schedule, ScheduleTimes } from '../../model/content/entry.ts'
import { Invalid, NotFound } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { Reader } from '../db/database.ts'
import type { EntriesTable, FormerSlug } from '../db/tables.ts'
import { oneDayMs } from '../process/clock.ts'

/**
 * Parses data of an entry as `parse` does. Blocks that a newer version made are kept as they are where the stored data in `held` has
 * them; any other of an unknown kind is refused.
 */
export const parseKept = (
  collection: Collection,
  rule: 'schema' | 'shown' | 'draft' | 'patch',
  data: unknown,
  held: readonly unknown[] = [data],
): Data => {
  const names = Object.keys(collection.fields).filter((name) => collection.fields[name]?.kind === 'blocks')
  const fieldsOf = (one: unknown) =>
    names.map((name) => (typeof one === 'object' && one && Reflect.get(one, name)) ?? [])
  const known = new Set(
    held
      .flatMap(fieldsOf)
      .flat()
      .filter(isNewerBlock)
      .map((block) => JSON.stringify(block)),
  )
  if (known.size === 0) return parse(collection[rule], data) as Data
  const given = { ...(data as Data) }
  const aside = names.flatMap((name) => {
    if (!Object.hasOwn(given, name)) return []
    const { value, putBack } = setNewerAside(given[name], (block) => known.has(JSON.stringify(block)))
    given[name] = value
    return [{ name, putBack }]
  })
  const parsed = { ...(parse(collection[rule], given) as Data) }
  for (const { name, putBack } of aside) parsed[name] = putBack(parsed[name])
  return parsed
}

export type Data = Record<string, unknown>

/** Stored data in the current fields: missing ones are empty, unknown ones are left out. */
export const readLeniently = (collection: Collection, stored: Data): Data =>
  Object.fromEntries(
    Object.entries(collection.fields).map(([name, field]) => [
      name,
      Object.hasOwn(stored, name) ? stored[name] : field.empty,
    ]),
  )

export const problemsOf = (
  collection: Collection,
  data: Data,
  rules: 'schema' | 'shown' | 'draft',
): Record<string, string> | undefined => {
  try {
    parseKept(collection, rules, data)
    return undefined
  } catch (error) {
    if (error instanceof Invalid) return error.fields
    throw error
  }
}

/** A stored entry without what is derived from it: its text for searching, and its next time. */
export type EntryRow = Omit<Selectable<EntriesTable>, 'search_text' | 'due_at'>

/** Throws `NotFound`. */
export const collectionNamed = (name: string): Collection => {
  const collection = findCollection(name)
  if (!collection) throw new NotFound('collection', name)
  return collection
}

export const entryNoun = (collection: Collection): string => collection.label.one.toLowerCase()

export const findRow = (reader: Reader, collection: string, id: string): Promise<EntryRow | undefined> =>
  reader.selectFrom('entries').selectAll().where('id', '=', id).where('collection', '=', collection).executeTakeFirst()

export const scheduleIn = ({ schedule }: Pick<EntryRow, 'schedule'>): Schedule | null =>
  schedule === null ? null : JSON.parse(schedule)

export const entryOf = (collection: Collection, row: EntryRow): Entry => {
  const data = readLeniently(collection, JSON.parse(row.draft))
  const problems =
    row.published === null
      ? problemsOf(collection, data, 'draft')
      : problemsOf(collection, readLeniently(collection, JSON.parse(row.published)), 'shown')
  return {
    id: row.id,
    collection: row.collection,
    order: row.position,
    status: row.published === null ? 'draft' : row.published === row.draft ? 'published' : 'changed',
    version: row.version,
    data: withAliases(collection.aliases, data),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    publishedAt: row.published_at,
    schedule: scheduleIn(row),
    ...(problems ? { needsAttention: problems } : {}),
  }
}

/** As it is journaled. Changes before there were publication times and schedules have neither. */
export interface EntryState {
  position: number
  draft: Data
  published: Data | null
  version: number
  createdAt: string
  deletedAt: string | null
  publishedAt?: string | null
  schedule?: Schedule | null
  /** Missing when there are none. */
  former?: FormerSlug[]
}

export const fieldsOf = (state: EntryState) => ({
  position: state.position,
  draft: JSON.stringify(state.draft),
  published: state.published === null ? null : JSON.stringify(state.published),
  version: state.version,
  created_at: state.createdAt,
  deleted_at: state.deletedAt,
  published_at: state.publishedAt ?? (state.published === null ? null : state.createdAt),
  schedule: state.schedule ? JSON.stringify(state.schedule) : null,
  former: JSON.stringify(state.former ?? []),
})

export const stateOf = (row: EntryRow): EntryState => ({
  position: row.position,
  draft: JSON.parse(row.draft),
  published: row.published === null ? null : JSON.parse(row.published),
  version: row.version,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
  publishedAt: row.published_at,
  schedule: scheduleIn(row),
  ...(row.former === '[]' ? {} : { former: JSON.parse(row.former) }),
})

type Time = 'publishAt' | 'takeOffAt'

interface Step {
  action: Time
  at: string
  by: string
}

const furthestMs = 5 * 366 * oneDayMs

/** The next step of a schedule. One that failed is not tried again. */
export const nextStep = (schedule: Schedule | null): Step | undefined => {
  if (!schedule) return undefined
  const { by, failure } = schedule
  const steps = (['publishAt', 'takeOffAt'] as const).flatMap((action): Step[] => {
    const at = schedule[action]
    return at === null || (action === 'publishAt' && failure !== null) ? [] : [{ action, at, by }]
  })
  return steps.sort((a, b) => (a.at < b.at ? -1 : 1))[0]
}

export const nextTime = (schedule: Schedule | null): string | null => nextStep(schedule)?.at ?? null

const written = (schedule: Schedule): string | null =>
  schedule.publishAt === null && schedule.takeOffAt === null ? null : JSON.stringify(schedule)

/** The row's schedule without one of its times, as JSON. */
export const without = (time: Time, row: Pick<EntryRow, 'schedule'>): string | null => {
  const schedule = scheduleIn(row)
  return schedule && written({ ...schedule, [time]: null, failure: time === 'publishAt' ? null : schedule.failure })
}

/** The row's schedule after it could not go live, as JSON. */
export const failed = (row: Pick<EntryRow, 'schedule'>, failure: string): Schedule | null => {
  const schedule = scheduleIn(row)
  return schedule && { ...schedule, failure }
}

const inFuture = (name: Time, time: string | null | undefined, now: number): string | null => {
  if (!time) return null
  const ms = Date.parse(time)
  if (ms <= now) throw new Invalid({ [name]: 'Choose a time in the future.' })
  if (ms > now + furthestMs) throw new Invalid({ [name]: 'Choose a time within five years.' })
  return new Date(ms).toISOString()
}

/** The chosen times as JSON; null for none. Throws `Invalid`. */
export const chosenSchedule = (
  times: ScheduleTimes,
  { published }: Pick<EntryRow, 'published'>,
  by: string,
  now: number = Date.now(),
): string | null => {
  const publishAt = inFuture('publishAt', times.publishAt, now)
  const takeOffAt = inFuture('takeOffAt', times.takeOffAt, now)
  if (publishAt && takeOffAt && takeOffAt <= publishAt)
    throw new Invalid({ takeOffAt: 'Choose a time after it is published.' })
  if (takeOffAt && !publishAt && published === null)
    throw new Invalid({ takeOffAt: 'It is not on the page. Choose when it is published, too.' })
  return written({ publishAt, takeOffAt, by, failure: null })
}

/** Times that are still ahead; null for none. */
export const stillAhead = (schedule: Schedule | null, now: number = Date.now()): Schedule | null => {
  if (schedule === null) return null
  const ahead = (time: string | null) => (time !== null && Date.parse(time) > now ? time : null)
  const { publishAt, takeOffAt } = schedule
  const kept = { ...schedule, publishAt: ahead(publishAt), takeOffAt: ahead(takeOffAt), failure: null }
  return kept.publishAt === null && kept.takeOffAt === null ? null : kept
}

/** The schedule after a revert. Times that are over by now are left out: undoing a publication must not repeat it. */
export const revertedSchedule = (
  before: Schedule | null,
  after: Schedule | null,
  current: Schedule | null,
  now: number = Date.now(),
): Schedule | null => {
  // That it failed is no change by a person.
  const chosen = (schedule: Schedule | null) => schedule && { ...schedule, failure: null }
  if (isDeepStrictEqual(chosen(before), chosen(after)) || !isDeepStrictEqual(chosen(current), chosen(after)))
    return current
  return stillAhead(before, now)
}

/** The page becomes `json`, and the draft, too, unless it is to differ. An entry whose draft is live no longer waits for its time. */
export const publishedAs = (row: EntryRow, json: string, draft = json): Partial<EntryRow> => ({
  draft,
  published: json,
  schedule: draft === json ? without('publishAt', row) : row.schedule,
  ...(row.published === json ? {} : { published_at: new Date().toISOString() }),
})
