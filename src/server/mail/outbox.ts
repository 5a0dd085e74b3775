import { randomUUID } from 'node:crypto'
import type { Delivery } from '../../model/delivery.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { createAttempt } from './attempt.ts'
import { type Clock, systemClock } from './clock.ts'
import { type DeliveryRow, insertDelivery, type NewDelivery } from './delivery-row.ts'
import { createLeases } from './lease.ts'
import { deliveriesOf, requeue } from './requeue.ts'
import type { Letter, Transport } from './transport.ts'

/** How often the outbox looks for what is due, in ms: what others put in, what was to wait, and whether the clock has jumped. */
export const lookEvery = 30_000

/** E-mails that are stored until they are sent. See docs/decisions/013-mail.md. */
export interface Outbox {
  /** Puts an e-mail in, in the transaction of what it tells of; `wake` after that is committed. Throws `Invalid`. */
  enqueue(trx: Trx, delivery: NewDelivery, state?: 'queued' | 'waiting'): Promise<DeliveryRow>
  /** Looks for what is due now and not at the next turn. */
  wake(): void
  /** Sends what has not arrived once more, now; the notice, when nothing has failed. Returns how many. */
  sendAgain(trx: Trx, message: string): Promise<number>
  /** The same for all that has failed. */
  sendFailedAgain(trx: Trx): Promise<number>
  /** The e-mails of these messages, oldest first. */
  deliveriesOf(messages: readonly string[], reader?: Reader): Promise<Record<string, Delivery[]>>
  /** Begins to deliver. */
  start(): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Finishes the delivery in hand, for at most so many ms. */
  stop(patience: number): Promise<void>
}

export interface OutboxParts {
  database: Database
  /** Without one nothing leaves. */
  transport: Transport | undefined
  letterOf(row: DeliveryRow): Promise<Letter>
  /** The right side of Message-IDs. */
  host: string
  log: Log
  /** Called at each look, before it. */
  atEachLook?: () => Promise<void>
  clock?: Clock
  random?: () => number
}

export const createOutbox = (parts: OutboxParts): Outbox => {
  const { database, transport, host, log, letterOf, clock = systemClock, random = Math.random } = parts
  const leases = createLeases(database, randomUUID(), clock.now)
  const now = () => new Date(clock.now()).toISOString()
  let running = false
  let again = false
  let looking: Promise<void> | undefined
  let inHand: ReturnType<typeof createAttempt> | undefined
  let callOff = () => {}

  const deliverDue = async (by: Transport) => {
    await parts.atEachLook?.()
    // One after the other: a site sends little, and what is in hand when a process dies may arrive twice.
    while (running) {
      const row = await leases.take()
      if (!row) return
      inHand = createAttempt({ leases, transport: by, letterOf, clock, random, log }, row, () => running)
      await inHand.done.finally(() => {
        inHand = undefined
      })
    }
  }

  const look = () => {
    if (!running || !transport) return
    again = looking !== undefined
    if (again) return
    callOff()
    looking = deliverDue(transport)
      .catch((error: unknown) => log.warn('The outbox could not go on', { reason: String(error) }))
      .finally(() => {
        looking = undefined
        callOff = clock.after(again ? 0 : lookEvery, look)
        again = false
      })
  }

  return {
    enqueue: (trx, delivery, state = 'queued') => insertDelivery(trx, delivery, { host, now: now(), state }),
    wake: look,
    sendAgain: (trx, message) => requeue(trx, now(), message),
    sendFailedAgain: (trx) => requeue(trx, now()),
    deliveriesOf: (messages, reader = database.kysely) => deliveriesOf(reader, messages),

    start: () => {
      running = true
      look()
    },

    settled: async () => {
      while (looking) await looking
    },

    stop: async (patience) => {
      running = false
      callOff()
      const patient = new Promise<void>((resolve) => setTimeout(resolve, patience).unref())
      await Promise.race([looking, patient])
      callOff()
      await inHand?.giveUp().catch(() => {})
      transport?.close()
    },
  }
}
