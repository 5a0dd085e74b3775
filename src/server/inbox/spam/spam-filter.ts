import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import { type SpamRules, type SpamScore, scoreSignals } from '../../../model/inbox/spam-rules.ts'
import type { Database, Trx } from '../../db/database.ts'
import type { Attempts } from '../../limits/attempts.ts'
import type { Arrival, SpamClassification } from './arrival.ts'
import { dryRunSpamRules } from './dry-run.ts'
import { findSignals } from './find-signals.ts'
import { createProofs, type ProofState, type Proofs } from './proof-of-work.ts'
import { createSpamRules, type SpamRulesStore } from './rules.ts'
import { learn } from './word-counts.ts'

/** Tells spam from what is wanted: by signals that have names and points, and by words that the owner's verdicts teach. */
export interface SpamFilter {
  /** Judges a message that has just come, by the state of its proof, too. Changes nothing. */
  classify(message: MessageInput, arrival: Arrival, proof: ProofState): Promise<SpamScore>
  /**
   * Learns that the owner's verdict of this message is now `now`, where it was `before`; null for none. Runs in the
   * transaction that stores the verdict, so that what is learned is exactly what the verdicts say.
   */
  learn(
    trx: Trx,
    message: MessageInput,
    now: SpamClassification | null,
    before: SpamClassification | null,
  ): Promise<void>
  proofs: Proofs
  rules: SpamRulesStore
  /** What these rules would have done with the newest `last` messages, by the signals that were found when they came. */
  dryRun(rules: SpamRules, last: number): Promise<SpamDryRun>
}

/** `readSecret` gives what challenges are signed with; it is asked for when the first is needed. */
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
      const judged = scoreSignals(await findSignals(kysely, message, arrival, proof), present)
      return { ...judged, held: judged.held || arrival.isCrowdedOut === true }
    },

    dryRun: async (tried, last) => {
      const { rules: present } = await rules.get()
      return dryRunSpamRules(kysely, { present, tried, last })
    },
  }
}
