import { isDeepStrictEqual } from 'node:util'
import type { Schedule, ScheduleTimes } from '../../model/content/entry.ts'
import { Invalid } from '../../model/errors.ts'
import { oneDayMs } from '../process/clock.ts'
import { type EntryRow, scheduleIn } from './entry-row.ts'

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

/** The draft and the page become `json`. An entry that is live no longer waits for its time. */
export const publishedAs = (row: EntryRow, json: string): Partial<EntryRow> => ({
  draft: json,
  published: json,
  schedule: without('publishAt', row),
  ...(row.published === json ? {} : { published_at: new Date().toISOString() }),
})
