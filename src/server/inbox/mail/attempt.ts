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

const minRetryMs = (clock: Clock, ms: number) => new Promise<void>((resolve) => clock.schedule(ms, resolve))

/** What is known of an e-mail must be written down: a database that is away for a while is waited for. */
const settle = async ({ leases, clock }: AttemptParts, row: DeliveryRow, end: NextState, going: () => boolean) => {
  for (let wait = 250; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      return await leases.settle(row, end)
    } catch (error) {
      if (!going()) throw error
      await minRetryMs(clock, wait)
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

/** An e-mail that is ours, tried once. */
export const createAttempt = (parts: AttemptParts, row: DeliveryRow, going: () => boolean) => {
  const { leases, transport, emailOf: letterOf, clock, random, log } = parts
  let left = false
  const handOver = async () => {
    await leases.handOver(row)
    left = true
  }

  const run = async (): Promise<NextState> => {
    const { tries, unsure, created_at } = row
    // Whoever had it last ended while it left, more than once.
    if (unsure >= maxUnknownOutcomes) return { state: 'failed', unsure, wait: 0, answer: row.answer ?? 'Nobody knows.' }
    const stopRenewing = keepLease(parts, row)
    try {
      const outcome: Outcome = await transport.send(await letterOf(row), handOver)
      return nextState({ tries, unsure, since: Date.parse(created_at) }, outcome, clock.now(), random)
    } finally {
      stopRenewing()
    }
  }

  return {
    /** Tries, and writes down how that ended. */
    done: run().then(async (end) => {
      await settle(parts, row, end, going)
      const { id, kind, tries } = row
      const details = { delivery: id, kind, tries, ...(end.unsure > 0 ? { unsure: end.unsure } : {}) }
      if (end.state === 'sent') log.info('E-mail sent', details)
      else log.warn(end.state === 'failed' ? 'E-mail failed' : 'E-mail not sent yet', { ...details, says: end.answer })
    }),
    /** Gives it back if it has not left: for the end of the process. */
    giveUp: async () => {
      if (!left) await leases.release(row)
    },
  }
}
