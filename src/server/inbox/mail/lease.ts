import { randomUUID } from 'node:crypto'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { storable } from '../../../model/fields/text-rules.ts'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { DeliveryRow } from './delivery-row.ts'
import { maxDelayMs, type NextState, unknownOutcomeDelayMs } from './schedule.ts'

/** How long a process has an e-mail to itself without saying so again, in ms. */
export const leaseMs = 60_000

const iso = (time: number) => new Date(time).toISOString()

/** The e-mail is another process's by now, was erased, or need not be sent any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

// A time further ahead than any that we set is of a clock that has been put back since; it holds nothing up.
const isDue =
  (now: number) =>
  (is: ExpressionBuilder<Tables, 'deliveries'>): Expression<SqlBool> =>
    is.and([
      is('state', '=', 'queued'),
      is.or([is('due_at', '<=', iso(now)), is('due_at', '>', iso(now + maxDelayMs + unknownOutcomeDelayMs))]),
      is.or([
        is('leased_until', 'is', null),
        is('leased_until', '<=', iso(now)),
        is('leased_until', '>', iso(now + 2 * leaseMs)),
      ]),
    ])

/**
 * E-mails belong to one process at a time. Who takes one names itself and a time; who dies loses it at that time. Before the
 * first byte of an email leaves, the row already says that its end is unknown and when it may be tried again: whoever finds it
 * after a crash needs to know nothing else.
 */
export const createLeases = ({ kysely, kind }: Database, owner: string, now: () => number) => ({
  /** The next e-mail that is due, now ours; its try is counted. */
  take: async (): Promise<DeliveryRow | undefined> => {
    const time = now()
    const due = isDue(time)
    return kysely
      .updateTable('deliveries')
      .set((is) => ({
        // Of this try alone: a process never takes over from itself what it still has in hand.
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

  /** Says that it is still ours. */
  renew: async ({ id, leased_by }: DeliveryRow): Promise<void> => {
    await kysely
      .updateTable('deliveries')
      .set({ leased_until: iso(now() + leaseMs) })
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .execute()
  },

  /** Notes that the email leaves now. Throws `LeaseLost` when it must not. */
  handOver: async ({ id, leased_by }: DeliveryRow): Promise<void> => {
    const time = now()
    const { numUpdatedRows } = await kysely
      .updateTable('deliveries')
      .set((is) => ({
        unsure: is('unsure', '+', 1),
        due_at: iso(time + unknownOutcomeDelayMs),
        leased_until: iso(time + leaseMs),
      }))
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new LeaseLost('Somebody else has it.')
  },

  /** Notes how the try ended, and lets go. */
  settle: async ({ id, leased_by }: DeliveryRow, { state, unsure, wait, answer }: NextState): Promise<void> => {
    const time = now()
    await kysely
      .updateTable('deliveries')
      .set({
        // A server may say anything; what cannot be stored must not keep the outbox from going on.
        ...{ state, unsure, answer: storable(answer) },
        ...(state === 'sent' ? { sent_at: iso(time) } : { due_at: iso(time + wait) }),
        ...{ leased_by: null, leased_until: null, updated_at: iso(time) },
      })
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .execute()
  },

  /** Lets go of what was not handed over, as if it had not been tried. */
  release: async ({ id, leased_by }: DeliveryRow): Promise<void> => {
    await kysely
      .updateTable('deliveries')
      .set((is) => ({ leased_by: null, leased_until: null, tries: is('tries', '-', 1) }))
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .execute()
  },
})

export type Leases = ReturnType<typeof createLeases>
