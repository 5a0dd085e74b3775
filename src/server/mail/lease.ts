import { randomUUID } from 'node:crypto'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { storable } from '../../model/text-rules.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { iso, oneDayMs, oneHourMs, oneMinuteMs } from '../process/clock.ts'
import type { DeliveryRow } from './deliveries.ts'
import type { Outcome } from './transport.ts'

/** Time in ms for which a lease that has run out is watched. Its holder renews more often than that, once it can. */
export const graceMs = 10_000

/**
 * Leases whose holder is gone: run out, and seen so twice with `graceMs` in between. Once would not do: after the database was away,
 * all leases have run out, and their holders are there.
 */
const createAbandoned = () => {
  let seen = new Map<string, number>()
  return {
    /** Takes the leases that have run out now; returns those to be taken over. */
    among: (expired: readonly string[], now: number): string[] => {
      // A time in the future comes from a clock that was set back since.
      const since = (lease: string) => Math.min(seen.get(lease) ?? now, now)
      seen = new Map(expired.map((lease) => [lease, since(lease)]))
      return expired.filter((lease) => now - since(lease) >= graceMs)
    },
    /** Forgets all, when it could not be looked whether they are renewed. */
    forget: (): void => seen.clear(),
    /** True while some are watched. */
    any: (): boolean => seen.size > 0,
  }
}

const firstDelayMs = 30_000
const maxDelayMs = oneHourMs
const unknownOutcomeDelayMs = 15 * oneMinuteMs
/** Unknown outcomes after which an email is given up as failed. */
export const maxUnknownOutcomes = 3
const maxAgeMs = 5 * oneDayMs
/** Tries, about a day of them, before age counts: after a clock leaps ahead, an email is still tried. */
const minTries = 24

/** Delay after the nth attempt: doubled up to an hour, with jitter, so that retries do not come together. */
const backOff = (tries: number, random: () => number): number =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(tries - 1, 20)) * (0.5 + random() / 2)

/** Duration after which the next email no longer waits for this one. */
export const slowAfterMs = 10_000
/** Attempts at the same time, while earlier ones are slow. */
export const maxConcurrent = 4

interface AttemptHistory {
  /** This attempt included. */
  tries: number
  /** Before this attempt. */
  unknownOutcomes: number
  /** Time of the first attempt, Unix time in ms. */
  since: number
}

export interface NextState {
  state: 'queued' | 'sent' | 'failed'
  unknownOutcomes: number
  /** Until the next try. */
  delayMs: number
  answer: string
}

/** Next state of an email after an attempt. */
export const nextState = (
  { tries, unknownOutcomes, since }: AttemptHistory,
  { result, answer, retryAfterMs = 0 }: Outcome,
  now: number,
  random: () => number,
): NextState => {
  if (result === 'sent') return { state: 'sent', unknownOutcomes, delayMs: 0, answer }
  if (result === 'refused') return { state: 'failed', unknownOutcomes, delayMs: 0, answer }
  if (result === 'unknown') {
    const count = unknownOutcomes + 1
    const state = count < maxUnknownOutcomes ? 'queued' : 'failed'
    return { state, unknownOutcomes: count, delayMs: unknownOutcomeDelayMs, answer }
  }
  if (now - since >= maxAgeMs && tries >= minTries)
    return { state: 'failed', unknownOutcomes, delayMs: 0, answer: `${answer} (given up after five days)` }
  const delayMs = Math.min(maxDelayMs, Math.max(backOff(tries, random), retryAfterMs))
  return { state: 'queued', unknownOutcomes, delayMs, answer }
}

/** Duration of a lease without renewal. */
export const leaseMs = 20_000

/** Each process has four at most. */
const mostWatched = 50

/** The email was taken by another process, erased, or cancelled. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

// A time further ahead than we ever set comes from a clock that was set back since; it is ignored.
const isExpired = (now: number) => (is: ExpressionBuilder<Tables, 'deliveries'>) =>
  is.and([
    is('state', '=', 'queued'),
    is.or([is('leased_until', '<=', iso(now)), is('leased_until', '>', iso(now + 2 * leaseMs))]),
  ])

const isDue =
  (now: number, abandoned: string[]) =>
  (is: ExpressionBuilder<Tables, 'deliveries'>): Expression<SqlBool> =>
    is.and([
      is('state', '=', 'queued'),
      is.or([is('due_at', '<=', iso(now)), is('due_at', '>', iso(now + maxDelayMs + unknownOutcomeDelayMs))]),
      is.or([
        is('leased_by', 'is', null),
        ...(abandoned.length > 0 ? [is.and([is('leased_by', 'in', abandoned), isExpired(now)(is)])] : []),
      ]),
    ])

/**
 * An email belongs to one process at a time, until that process has not renewed its lease for a while. Before the first byte leaves, the
 * row already has one unknown outcome more: the process that finds it after a crash needs nothing else.
 */
export const createLeases = ({ kysely, kind }: Database, owner: string, now: () => number) => {
  const abandoned = createAbandoned()
  const leased = ({ id, leased_by }: DeliveryRow) =>
    kysely.updateTable('deliveries').where('id', '=', id).where('leased_by', '=', leased_by)

  const findAbandoned = async (time: number) => {
    try {
      const expired = kysely.selectFrom('deliveries').select('leased_by').where(isExpired(time))
      const rows = await expired.orderBy('leased_until').limit(mostWatched).execute()
      return abandoned.among(
        rows.flatMap(({ leased_by }) => leased_by ?? []),
        time,
      )
    } catch (error) {
      abandoned.forget()
      throw error
    }
  }

  return {
    /** True while another look may find that an email is abandoned. */
    watches: abandoned.any,

    /** Takes the next email that is due, and counts the attempt. */
    take: async (): Promise<DeliveryRow | undefined> => {
      const time = now()
      const due = isDue(time, await findAbandoned(time))
      return kysely
        .updateTable('deliveries')
        .set((is) => ({
          // Unique to this attempt: a process never takes its own running attempt.
          leased_by: `${owner} ${randomUUID()}`,
          leased_until: iso(time + leaseMs),
          tries: is('tries', '+', 1),
          updated_at: iso(time),
        }))
        .where('id', '=', (from) => {
          const next = from.selectFrom('deliveries').select('id').where(due).orderBy('due_at').orderBy('id').limit(1)
          return kind === 'postgres' ? next.forUpdate().skipLocked() : next
        })
        .where(due)
        .returningAll()
        .executeTakeFirst()
    },

    /** Extends the lease. */
    renew: (row: DeliveryRow) =>
      leased(row)
        .set({ leased_until: iso(now() + leaseMs) })
        .execute(),

    /** Stores that the email leaves now. Throws `LeaseLost` if it must not. */
    markLeft: async (row: DeliveryRow): Promise<void> => {
      const time = now()
      const { numUpdatedRows } = await leased(row)
        .where('state', '=', 'queued')
        .set((is) => ({
          unknown_outcomes: is('unknown_outcomes', '+', 1),
          leased_until: iso(time + leaseMs),
        }))
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new LeaseLost('Another process has it.')
    },

    /** Stores the outcome and ends the lease. */
    settle: async (row: DeliveryRow, { state, unknownOutcomes, delayMs, answer }: NextState): Promise<void> => {
      const time = now()
      await leased(row)
        .set({
          state,
          unknown_outcomes: unknownOutcomes,
          // The answer may hold characters that cannot be stored; they must not stop the outbox.
          answer: storable(answer),
          ...(state === 'sent' ? { sent_at: iso(time) } : { due_at: iso(time + delayMs) }),
          ...{ leased_by: null, leased_until: null, updated_at: iso(time) },
        })
        .execute()
    },

    /** Ends the lease of an email that has not left, as if it had not been attempted. */
    release: (row: DeliveryRow) =>
      leased(row)
        .set((is) => ({ leased_by: null, leased_until: null, tries: is('tries', '-', 1) }))
        .execute(),
  }
}

export type Leases = ReturnType<typeof createLeases>
