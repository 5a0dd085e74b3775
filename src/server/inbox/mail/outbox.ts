import { randomUUID } from 'node:crypto'
import type { Delivery } from '../../../model/inbox/delivery.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { type Clock, systemClock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import { createAttempt } from './attempt.ts'
import { deliveriesOf } from './deliveries-of.ts'
import { type DeliveryRow, insertDelivery, type NewDelivery } from './delivery-row.ts'
import { createLeases } from './lease.ts'
import { requeue } from './requeue.ts'
import { immediately, slowAfter } from './schedule.ts'
import type { Email, Transport } from './transport.ts'

/** How often the outbox looks for what is due, in ms: what was to wait, what others put in of whom nothing was heard, and whether the clock has jumped. */
export const pollIntervalMs = 30_000

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
  /** Finishes what is in hand, for at most so many ms. */
  stop(patience: number): Promise<void>
}

export interface OutboxParts {
  database: Database
  /** Without one nothing leaves. */
  transport: Transport | undefined
  emailOf(row: DeliveryRow): Promise<Email>
  /** The right side of Message-IDs. */
  host: string
  log: Log
  /** Called at each look, before it. */
  onPoll?: () => Promise<void>
  clock?: Clock
  /** In ms; see `schedule.ts`. */
  slowAfter?: number
  random?: () => number
}

export const createOutbox = (parts: OutboxParts): Outbox => {
  const { database, transport, host, log, emailOf: letterOf, clock = systemClock, random = Math.random } = parts
  const leases = createLeases(database, randomUUID(), clock.now)
  const now = () => new Date(clock.now()).toISOString()
  let running = false
  let again = false
  let looking: Promise<void> | undefined
  const inHand = new Map<ReturnType<typeof createAttempt>, Promise<void>>()
  let callOff = () => {}
  let stopListening = () => {}

  const couldNot = (error: unknown) => log.warn('The outbox could not go on', { reason: String(error) })

  /** Resolves with it, or when it has taken so long that the next need not wait for it. */
  const inTime = async (ended: Promise<void>) => {
    const slow = Promise.withResolvers<void>()
    const callOff = clock.schedule(parts.slowAfter ?? slowAfter, slow.resolve)
    await Promise.race([ended, slow.promise])
    callOff()
  }

  const deliverDue = async (by: Transport) => {
    await parts.onPoll?.()
    // One after the other: a site sends little, and what is in hand when a process dies may arrive twice. Only from one that
    // hangs the next does not wait.
    while (running) {
      if (inHand.size >= immediately) {
        await Promise.race(inHand.values())
        continue
      }
      const row = await leases.take()
      if (!row) return
      const attempt = createAttempt(
        { leases, transport: by, emailOf: letterOf, clock, random, log },
        row,
        () => running,
      )
      const ended = attempt.done.catch(couldNot).finally(() => inHand.delete(attempt))
      inHand.set(attempt, ended)
      await inTime(ended)
    }
  }

  const look = () => {
    if (!running || !transport) return
    again = looking !== undefined
    if (again) return
    callOff()
    looking = deliverDue(transport)
      .catch(couldNot)
      .finally(() => {
        looking = undefined
        if (again) look()
        else callOff = clock.schedule(pollIntervalMs, look)
      })
  }

  const queuedAnew = async (trx: Trx, message?: string) => {
    const count = await requeue(trx, now(), message)
    if (count > 0) await database.announceMail(trx)
    return count
  }

  return {
    enqueue: async (trx, delivery, state = 'queued') => {
      const row = await insertDelivery(trx, delivery, { host, now: now(), state })
      if (state === 'queued') await database.announceMail(trx)
      return row
    },
    wake: look,
    sendAgain: (trx, message) => queuedAnew(trx, message),
    sendFailedAgain: (trx) => queuedAnew(trx),
    deliveriesOf: (messages, reader = database.kysely) => deliveriesOf(reader, messages),

    start: () => {
      running = true
      stopListening = transport ? database.onMail(look) : () => {}
      look()
    },

    settled: async () => {
      while (looking || inHand.size > 0) await (looking ?? Promise.race(inHand.values()))
    },

    stop: async (patience) => {
      running = false
      stopListening()
      callOff()
      const patient = new Promise<void>((resolve) => setTimeout(resolve, patience).unref())
      await Promise.race([Promise.all([looking, ...inHand.values()]), patient])
      callOff()
      await Promise.all([...inHand.keys()].map((attempt) => attempt.giveUp().catch(() => {})))
      transport?.close()
    },
  }
}
