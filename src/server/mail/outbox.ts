import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Trx } from '../db/database.ts'
import { type Clock, systemClock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { type DeliveryRow, deliveriesOf, hasten, insertDelivery, type NewDelivery, requeue } from './deliveries.ts'
import {
  createLeases,
  graceMs,
  type Leases,
  leaseMs,
  maxConcurrent,
  maxUnknownOutcomes,
  type NextState,
  nextState,
  slowAfterMs,
} from './lease.ts'
import type { Email, Transport } from './transport.ts'

interface AttemptParts {
  leases: Leases
  transport: Transport
  /** The email; undefined when the link in it has expired. */
  emailOf(row: DeliveryRow): Promise<Email | undefined>
  clock: Clock
  random: () => number
  log: Log
}

/** Stores the outcome. Waits for a database that is unavailable for a while: the outcome must not be lost. */
const settle = async ({ leases, clock }: AttemptParts, row: DeliveryRow, next: NextState, isRunning: () => boolean) => {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, 4000)) {
    try {
      return await leases.settle(row, next)
    } catch (error) {
      if (!isRunning()) throw error
      await new Promise<void>((resolve) => clock.schedule(delayMs, resolve))
    }
  }
}

const keepLease = ({ leases, clock }: AttemptParts, row: DeliveryRow) => {
  let stop = () => {}
  const renewLater = () => {
    stop = clock.schedule(leaseMs / 5, () => {
      // After a failed renewal the next one extends the lease, or it runs out as if we had died.
      leases.renew(row).catch(() => {})
      renewLater()
    })
  }
  renewLater()
  return () => stop()
}

/** One attempt to send an email whose lease is ours. */
const createAttempt = (parts: AttemptParts, row: DeliveryRow, isRunning: () => boolean) => {
  const { leases, transport, emailOf, clock, random, log } = parts
  const { id, kind, tries, unknown_outcomes: unknownOutcomes } = row
  let hasLeft = false
  const beforeSend = async () => {
    await leases.markLeft(row)
    hasLeft = true
  }

  const send = async (): Promise<NextState> => {
    // The process of the last attempts ended while the email was leaving.
    if (unknownOutcomes >= maxUnknownOutcomes)
      return { state: 'failed', unknownOutcomes, delayMs: 0, answer: row.answer ?? 'Outcome unknown.' }
    const email = await emailOf(row)
    if (!email) return { state: 'failed', unknownOutcomes, delayMs: 0, answer: 'The link in it has expired.' }
    const outcome = await transport.send(email, beforeSend)
    return nextState({ tries, unknownOutcomes, since: Date.parse(row.created_at) }, outcome, clock.now(), random)
  }

  const run = async () => {
    // Also while the outcome waits to be stored: nobody else must send it meanwhile.
    const stopRenewing = keepLease(parts, row)
    const next = await send()
      .then(async (found) => {
        await settle(parts, row, found, isRunning)
        return found
      })
      .finally(stopRenewing)
    const details = { delivery: id, kind, tries, unknownOutcomes: next.unknownOutcomes || undefined }
    if (next.state === 'sent') return log.info('Email sent', details)
    // Many servers name the recipient.
    const answer = next.answer.replaceAll(/\S+/g, (word) => (word.includes('@') ? '…' : word))
    log.warn(next.state === 'failed' ? 'Email failed' : 'Email not sent yet', { ...details, answer })
  }
  return {
    /** Sends, and stores the outcome. */
    done: run(),
    /** Releases the email if it has not left. For the shutdown. */
    abort: async () => {
      if (!hasLeft) await leases.release(row)
    },
  }
}

/** Interval of the outbox's poll. It finds retries, emails queued by other processes, and jumps of the clock. */
const pollIntervalMs = 15_000

interface OutboxParts {
  database: Database
  /** The transport now. Without one nothing is sent. */
  transport(): Transport | undefined
  /** The email; undefined when the link in it has expired. */
  emailOf(row: DeliveryRow): Promise<Email | undefined>
  /** The right side of Message-IDs. */
  host(): string
  log: Log
  /** Runs before each poll. */
  onPoll?: () => Promise<void>
  clock?: Clock
  slowAfterMs?: number
  random?: () => number
}

/** Emails that are stored until they are sent. See docs/decisions/013-mail.md. */
export const createOutbox = (parts: OutboxParts) => {
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
    const cancel = clock.schedule(parts.slowAfterMs ?? slowAfterMs, slow.resolve)
    await Promise.race([ended, slow.promise])
    cancel()
  }

  const deliverDue = async () => {
    await parts.onPoll?.()
    // One after the other: an email may arrive twice if its process dies, and a site sends few. Only a slow one lets the
    // next overtake it.
    while (isRunning) {
      if (attempts.size >= maxConcurrent) {
        await Promise.race(attempts.values())
        continue
      }
      const by = transport()
      const row = by && (await leases.take())
      if (!row) return
      const attempt = createAttempt({ leases, transport: by, emailOf, clock, random, log }, row, () => isRunning)
      const ended = attempt.done.catch(logFailure).finally(() => attempts.delete(attempt))
      attempts.set(attempt, ended)
      await untilSlow(ended)
    }
  }

  /** Polls now instead of at the next interval. */
  const poll = () => {
    if (!isRunning || !transport()) return
    pollAgain = polling !== undefined
    if (pollAgain) return
    cancelPoll()
    polling = deliverDue()
      .catch(logFailure)
      .finally(() => {
        polling = undefined
        if (pollAgain) poll()
        else cancelPoll = clock.schedule(leases.watches() ? graceMs + 100 : pollIntervalMs, poll)
      })
  }

  const queueAgain = async (trx: Trx, message?: string): Promise<number> => {
    const count = await requeue(trx, now(), message)
    if (count > 0) await database.announceMail(trx)
    return count
  }

  return {
    /** Queues an email in the caller's transaction; call `poll` after the commit. Throws `Invalid`. */
    enqueue: async (trx: Trx, delivery: NewDelivery, state: 'queued' | 'waiting' = 'queued'): Promise<DeliveryRow> => {
      const row = await insertDelivery(trx, delivery, { host: host(), now: now(), state })
      if (state === 'queued') await database.announceMail(trx)
      return row
    },

    poll,

    /** Queues the unsent emails of a message again, or its notice if none failed. Returns their number. */
    sendAgain: (trx: Trx, message: string) => queueAgain(trx, message),

    /** The same for every failed email. */
    sendFailedAgain: (trx: Trx) => queueAgain(trx),

    /** Makes every email due that waits for its next try: what kept it may be mended. Call `poll` after it. */
    retryNow: () => hasten(database.kysely, now()),

    /** The emails of these messages, oldest first. */
    deliveriesOf: (messages: readonly string[]) => deliveriesOf(database.kysely, messages),

    start: (): void => {
      isRunning = true
      stopListening = database.onMail(poll)
      poll()
    },

    /** Resolves when no attempt is running. */
    settled: async (): Promise<void> => {
      while (polling || attempts.size > 0) await (polling ?? Promise.race(attempts.values()))
    },

    /** Finishes running attempts, for at most `timeoutMs`. */
    stop: async (timeoutMs: number): Promise<void> => {
      isRunning = false
      stopListening()
      cancelPoll()
      await Promise.race([Promise.all([polling, ...attempts.values()]), sleep(timeoutMs, undefined, { ref: false })])
      cancelPoll()
      await Promise.all([...attempts.keys()].map((attempt) => attempt.abort().catch(() => {})))
      transport()?.close()
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
