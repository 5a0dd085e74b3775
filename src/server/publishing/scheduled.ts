import { Invalid } from '../../model/errors.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { availabilityEnd } from '../../model/settings/availability.ts'
import { yearAt } from '../../model/text-rules.ts'
import { createEntries } from '../content/entries.ts'
import { collectionNamed, entryNoun, failed, findRow, nextStep, nextTime, scheduleIn } from '../content/entry-row.ts'
import { type Database, joined, type Trx } from '../db/database.ts'
import type { Links } from '../links/links.ts'
import { type Clock, systemClock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'

/** Also finds jumps of the clock, and what another process was to do when it ended. */
const pollIntervalMs = 15_000
const shortestMs = 20

const noteFailure = async (trx: Trx, name: string, id: string, error: Invalid) => {
  const row = await findRow(trx, name, id)
  const schedule = row && failed(row, error.sentence)
  if (!schedule) return
  await trx
    .updateTable('entries')
    .set({ schedule: JSON.stringify(schedule), due_at: nextTime(schedule) })
    .where('id', '=', id)
    .execute()
}

/**
 * Publishes and unpublishes entries at their times, in the name of who chose them. Each step is one transaction that looks again,
 * so that of several processes one takes it; what was due while none ran is done at the start, in its order.
 * When the owner’s availability is over, and when the year of the footer turns, each process publishes its pages once more.
 */
export const createScheduled = (parts: {
  database: Database
  log: Log
  clock?: Clock
  links?: Links
  publisher?: { content(): Pick<Content, 'settings'> | undefined; changed(): void }
}) => {
  const { database, log, clock = systemClock, links, publisher } = parts
  let running: Promise<void> | undefined
  let again = false
  let stopped = true
  let cancel = () => {}
  let reported = ''

  /** False when another process was first, or the times were changed. */
  const takeStep = (name: string, id: string): Promise<boolean> =>
    database.change(async (trx, announce) => {
      const row = await findRow(trx, name, id)
      const step = row?.deleted_at === null ? nextStep(scheduleIn(row)) : undefined
      if (!step || Date.parse(step.at) > clock.now()) return false
      const entries = createEntries(joined(database, trx, announce), links)
      const noun = entryNoun(collectionNamed(name))
      try {
        if (step.action === 'publishAt') await entries.publish(name, id, step)
        else await entries.unpublish(name, id, step)
        log.info(step.action === 'publishAt' ? 'Published at its time' : 'Unpublished at its time', { entry: id, noun })
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        await noteFailure(trx, name, id, error)
        log.warn('An entry could not be published at its time', { entry: id, noun })
      }
      return true
    })

  const next = () =>
    database.kysely
      .selectFrom('entries')
      .select(['id', 'collection', 'due_at'])
      .where('due_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()

  let wasOver = false

  /** Milliseconds until the availability ends. Publishes when it has ended, and when a clock was set back to before that. */
  const untilAvailabilityEnds = (): number => {
    const settings = publisher?.content()?.settings
    if (!settings || stopped) return Number.POSITIVE_INFINITY
    const leftMs = availabilityEnd(settings) - clock.now()
    const isOver = leftMs <= 0
    if (isOver ? settings.availability : wasOver) publisher?.changed()
    wasOver = isOver
    return isOver ? Number.POSITIVE_INFINITY : leftMs
  }

  let year: number | undefined

  /** Publishes when the year where the owner is has become another. */
  const followYear = () => {
    const settings = publisher?.content()?.settings
    if (!settings || stopped) return
    const before = year
    year = yearAt(clock.now(), settings)
    if (before !== undefined && before !== year) publisher?.changed()
  }

  const round = async (): Promise<number> => {
    followYear()
    const leftMs = untilAvailabilityEnds()
    for (;;) {
      const due = stopped ? undefined : await next()
      const waitMs = due?.due_at ? Date.parse(due.due_at) - clock.now() : Number.POSITIVE_INFINITY
      if (!due || waitMs > 0) return Math.max(shortestMs, Math.min(waitMs, leftMs, pollIntervalMs))
      // A change by another process, which is heard of, or a clock that was set back.
      if (!(await takeStep(due.collection, due.id))) return pollIntervalMs
    }
  }

  const poll = () => {
    if (stopped) return
    again = running !== undefined
    if (again) return
    cancel()
    running = round()
      .then((waitMs) => {
        reported = ''
        return waitMs
      })
      .catch((error: unknown) => {
        if (String(error) !== reported)
          log.warn('Entries cannot be published at their times', { reason: String(error) })
        reported = String(error)
        return pollIntervalMs
      })
      .then((waitMs) => {
        running = undefined
        if (again) poll()
        else if (!stopped) cancel = clock.schedule(waitMs, poll)
      })
  }

  let stopListening = () => {}
  return {
    start: (): void => {
      stopped = false
      stopListening = database.onChange(poll)
      poll()
    },
    /** Resolves when no step is being taken. */
    settled: async (): Promise<void> => {
      while (running) await running
    },
    stop: async (): Promise<void> => {
      stopped = true
      stopListening()
      cancel()
      await running
    },
  }
}
