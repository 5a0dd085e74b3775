import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import { type SpamRules, type SpamScore, scoreSignals } from '../../../model/inbox/spam-rules.ts'
import type { MessageLabel } from '../../../model/inbox/stored-message.ts'
import type { Database, Trx } from '../../db/database.ts'
import type { Attempts } from '../../limits/attempts.ts'
import type { Arrival } from './arrival.ts'
import { dryRunSpamRules } from './dry-run.ts'
import { findSignals } from './find-signals.ts'
import { createProofs, type ProofState, type Proofs } from './proof-of-work.ts'
import { createSpamRules, type SpamRulesStore } from './rules.ts'
import { learn } from './word-counts.ts'

/** Spam filter: named signals with points, and tokens learned from the owner's labels. */
export interface SpamFilter {
  /** Scores a new message. Changes nothing. */
  classify(message: MessageInput, arrival: Arrival, proof: ProofState): Promise<SpamScore>
  /**
   * Learns that the owner's label of a message changed from `before` to `now`; null for none. Runs in the
   * transaction that stores the label, so that the counts always match the stored labels.
   */
  learn(trx: Trx, message: MessageInput, now: MessageLabel | null, before: MessageLabel | null): Promise<void>
  proofs: Proofs
  rules: SpamRulesStore
  /** Result of these rules for the newest `last` messages, from the signals stored with them. */
  dryRun(rules: SpamRules, last: number): Promise<SpamDryRun>
}

/** `readSecret` returns the key that signs challenges. It is read when the first challenge is made. */
export const createSpamFilter = (parts: {
  database: Database
  attempts: Attempts
  readSecret: () => Promise<string>
}): SpamFilter => {
  const { database, attempts, readSecret } = parts
  const { kysely } = database
  const proofs = createProofs(attempts, readSecret)
  const rules = createSpamRules(database)
  return {
    proofs,
    rules,
    learn,

    classify: async (message, arrival, proof) => {
      const { rules: present } = await rules.get()
      const scored = scoreSignals(await findSignals(kysely, message, arrival, proof), present)
      return { ...scored, isQuarantined: scored.isQuarantined || arrival.isCrowdedOut === true }
    },

    dryRun: async (tried, last) => {
      const { rules: present } = await rules.get()
      return dryRunSpamRules(kysely, { present, tried, last })
    },
  }
}
