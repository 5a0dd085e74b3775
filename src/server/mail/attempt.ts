import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import type { DeliveryRow } from './deliveries.ts'
import { type Leases, leaseMs } from './lease.ts'
import { maxUnknownOutcomes, type NextState, nextState } from './schedule.ts'
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
export const createAttempt = (parts: AttemptParts, row: DeliveryRow, isRunning: () => boolean) => {
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
    if (next.state === 'sent') log.info('Email sent', details)
    else log.warn(next.state === 'failed' ? 'Email failed' : 'Email not sent yet', { ...details, answer: next.answer })
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
