import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import {
  type SpamRules,
  type SpamRulesPatch,
  type SpamScore,
  type SpamSignal,
  scoreSignals,
} from '../../../model/inbox/spam-rules.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { Attempts } from '../../limits/attempts.ts'
import { dryRunSpamRules } from './dry-run.ts'
import { learnedSignals } from './learned-signals.ts'
import { createProofs, type ProofState } from './proof-of-work.ts'
import { similaritySignals } from './similarity-signals.ts'
import { readRules, updateRules } from './spam-rules.ts'
import { textSignals } from './text-signals.ts'
import { learn } from './token-counts.ts'

/** Circumstances in which a message was sent. */
interface Arrival {
  /** Content of the honeypot field. */
  website: string
  /** Time the form was open, in ms, as the page reports it. */
  elapsed?: number | undefined
  /** Too many messages came in and this one has no proof of work: it is quarantined. */
  isCrowdedOut?: boolean
}

/** Faster than anyone can find the form, and faster than most people fill it in. */
const [impossibleMs, hastyMs] = [1500, 3000]

/** Signals in the circumstances of the sending: honeypot, time, proof of work. */
const arrivalSignals = ({ website, elapsed, isCrowdedOut }: Arrival, proof: ProofState): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (isCrowdedOut) signals.push({ name: 'crowd', amount: 1 })
  if (website !== '') signals.push({ name: 'honeypot', amount: 1 })
  if (elapsed !== undefined && elapsed < hastyMs)
    signals.push({
      name: 'too-quick',
      amount: elapsed < impossibleMs ? 1 : 0.15,
      detail: `in ${(elapsed / 1000).toFixed(1)} seconds`,
    })
  // An expired challenge is no forgery: the form may have been open overnight.
  if (proof === 'none' || proof === 'too old') signals.push({ name: 'unproven', amount: 1 })
  else if (proof !== 'holds') signals.push({ name: 'false-proof', amount: 1, detail: `it is ${proof}` })
  return signals
}

/** All signals of a new message. */
export const findSignals = async (
  reader: Reader,
  message: MessageInput,
  arrival: Arrival,
  proof: ProofState,
): Promise<SpamSignal[]> => {
  const stored = await Promise.all([similaritySignals(reader, message), learnedSignals(reader, message)])
  return [...arrivalSignals(arrival, proof), ...textSignals(message), ...stored.flat()]
}

/**
 * Spam filter: named signals with points, and tokens learned from the owner's labels. `readSecret` returns the key that signs
 * challenges. It is read when the first challenge is made.
 */
export const createSpamFilter = (parts: {
  database: Database
  attempts: Attempts
  readSecret: () => Promise<string>
}) => {
  const { database, attempts, readSecret } = parts
  const { kysely } = database
  return {
    proofs: createProofs(attempts, readSecret),
    learn,

    /** Scores a new message. Changes nothing. */
    classify: async (message: MessageInput, arrival: Arrival, proof: ProofState): Promise<SpamScore> => {
      const { rules } = await readRules(kysely)
      const scored = scoreSignals(await findSignals(kysely, message, arrival, proof), rules)
      return { ...scored, isQuarantined: scored.isQuarantined || arrival.isCrowdedOut === true }
    },

    rules: () => readRules(kysely),
    updateRules: (patch: SpamRulesPatch, options: { by: string; version?: number | undefined }) =>
      updateRules(database, patch, options),

    /** Result of these rules for the newest `last` messages, from the signals stored with them. */
    dryRun: async (tried: SpamRules, last: number): Promise<SpamDryRun> => {
      const { rules: present } = await readRules(kysely)
      return dryRunSpamRules(kysely, { present, tried, last })
    },
  }
}
