import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import type { DeliveryRow } from './delivery-row.ts'
import { type Leases, leaseMs } from './lease.ts'
import { maxUnknownOutcomes, type NextState, nextState } from './schedule.ts'
import type { Email, Outcome, Transport } from './transport.ts'

export interface AttemptParts {
  leases: Leases
  transport: Transport
  emailOf(row: DeliveryRow): Promise<Email>
  clock: Clock
  random: () => number
  log: Log
}

const waitFor = (clock: Clock, ms: number) => new Promise<void>((resolve) => clock.schedule(ms, resolve))

/** Stores the outcome. Waits for a database that is unavailable for a while: the outcome must not be lost. */
const settle = async ({ leases, clock }: AttemptParts, row: DeliveryRow, end: NextState, isRunning: () => boolean) => {
  for (let wait = 250; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      return await leases.settle(row, end)
    } catch (error) {
      if (!isRunning()) throw error
      await waitFor(clock, wait)
    }
  }
}

const keepLease = ({ leases, clock }: AttemptParts, row: DeliveryRow) => {
  let stop = () => {}
  const again = () => {
    stop = clock.schedule(leaseMs / 3, () => {
      // A renewal that fails is made good by the next one, or the lease runs out as if we had died.
      leases.renew(row).catch(() => {})
      again()
    })
  }
  again()
  return () => stop()
}

/** One attempt to send an email whose lease is ours. */
export const createAttempt = (parts: AttemptParts, row: DeliveryRow, isRunning: () => boolean) => {
  const { leases, transport, emailOf, clock, random, log } = parts
  let left = false
  const beforeSend = async () => {
    await leases.markLeft(row)
    left = true
  }

  const run = async (): Promise<NextState> => {
    const { tries, unsure, created_at } = row
    // The process of the last attempts ended while the email was leaving.
    if (unsure >= maxUnknownOutcomes)
      return { state: 'failed', unsure, wait: 0, answer: row.answer ?? 'Outcome unknown.' }
    const stopRenewing = keepLease(parts, row)
    try {
      const outcome: Outcome = await transport.send(await emailOf(row), beforeSend)
      return nextState({ tries, unsure, since: Date.parse(created_at) }, outcome, clock.now(), random)
    } finally {
      stopRenewing()
    }
  }

  return {
    /** Sends, and stores the outcome. */
    done: run().then(async (end) => {
      await settle(parts, row, end, isRunning)
      const { id, kind, tries } = row
      const details = { delivery: id, kind, tries, ...(end.unsure > 0 ? { unknownOutcomes: end.unsure } : {}) }
      if (end.state === 'sent') log.info('Email sent', details)
      else log.warn(end.state === 'failed' ? 'Email failed' : 'Email not sent yet', { ...details, answer: end.answer })
    }),
    /** Releases the email if it has not left. For the shutdown. */
    abort: async () => {
      if (!left) await leases.release(row)
    },
  }
}
