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

/** Interval of the outbox's poll, in ms. It finds retries, emails queued by other processes, and jumps of the clock. */
export const pollIntervalMs = 30_000

/** E-mails that are stored until they are sent. See docs/decisions/013-mail.md. */
export interface Outbox {
  /** Queues an email in the caller's transaction; call `wake` after the commit. Throws `Invalid`. */
  enqueue(trx: Trx, delivery: NewDelivery, state?: 'queued' | 'waiting'): Promise<DeliveryRow>
  /** Polls now instead of at the next interval. */
  wake(): void
  /** Queues the unsent emails of a message again, or its notice if none failed. Returns their number. */
  sendAgain(trx: Trx, message: string): Promise<number>
  /** The same for every failed email. */
  sendFailedAgain(trx: Trx): Promise<number>
  /** The e-mails of these messages, oldest first. */
  deliveriesOf(messages: readonly string[], reader?: Reader): Promise<Map<string, Delivery[]>>
  /** Begins to deliver. */
  start(): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Finishes running attempts, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export interface OutboxParts {
  database: Database
  /** Without one nothing leaves. */
  transport: Transport | undefined
  emailOf(row: DeliveryRow): Promise<Email>
  /** The right side of Message-IDs. */
  host: string
  log: Log
  /** Runs before each poll. */
  onPoll?: () => Promise<void>
  clock?: Clock
  /** In ms; see `schedule.ts`. */
  slowAfter?: number
  random?: () => number
}

export const createOutbox = (parts: OutboxParts): Outbox => {
  const { database, transport, host, log, emailOf, clock = systemClock, random = Math.random } = parts
  const leases = createLeases(database, randomUUID(), clock.now)
  const now = () => new Date(clock.now()).toISOString()
  let isRunning = false
  let pollAgain = false
  let polling: Promise<void> | undefined
  const attempts = new Map<ReturnType<typeof createAttempt>, Promise<void>>()
  let cancelPoll = () => {}
  let stopListening = () => {}

  const logFailure = (error: unknown) => log.warn('Outbox poll failed', { reason: String(error) })

  /** Resolves with the attempt, or when it is so slow that the next should not wait for it. */
  const untilSlow = async (ended: Promise<void>) => {
    const slow = Promise.withResolvers<void>()
    const cancel = clock.schedule(parts.slowAfter ?? slowAfter, slow.resolve)
    await Promise.race([ended, slow.promise])
    cancel()
  }

  const deliverDue = async (by: Transport) => {
    await parts.onPoll?.()
    // One after the other: a site sends little, and an email whose process dies may arrive twice. Only if one
    // hangs, the next does not wait.
    while (isRunning) {
      if (attempts.size >= immediately) {
        await Promise.race(attempts.values())
        continue
      }
      const row = await leases.take()
      if (!row) return
      const attempt = createAttempt({ leases, transport: by, emailOf, clock, random, log }, row, () => isRunning)
      const ended = attempt.done.catch(logFailure).finally(() => attempts.delete(attempt))
      attempts.set(attempt, ended)
      await untilSlow(ended)
    }
  }

  const poll = () => {
    if (!isRunning || !transport) return
    pollAgain = polling !== undefined
    if (pollAgain) return
    cancelPoll()
    polling = deliverDue(transport)
      .catch(logFailure)
      .finally(() => {
        polling = undefined
        if (pollAgain) poll()
        else cancelPoll = clock.schedule(pollIntervalMs, poll)
      })
  }

  const queueAgain = async (trx: Trx, message?: string) => {
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
    wake: poll,
    sendAgain: (trx, message) => queueAgain(trx, message),
    sendFailedAgain: (trx) => queueAgain(trx),
    deliveriesOf: (messages, reader = database.kysely) => deliveriesOf(reader, messages),

    start: () => {
      isRunning = true
      stopListening = transport ? database.onMail(poll) : () => {}
      poll()
    },

    settled: async () => {
      while (polling || attempts.size > 0) await (polling ?? Promise.race(attempts.values()))
    },

    stop: async (timeoutMs) => {
      isRunning = false
      stopListening()
      cancelPoll()
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref())
      await Promise.race([Promise.all([polling, ...attempts.values()]), timeout])
      cancelPoll()
      await Promise.all([...attempts.keys()].map((attempt) => attempt.abort().catch(() => {})))
      transport?.close()
    },
  }
}
