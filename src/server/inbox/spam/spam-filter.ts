import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamTrial } from '../../../model/inbox/spam-dry-run.ts'
import { judgement, type SpamJudgement, type SpamRules } from '../../../model/inbox/spam-rules.ts'
import type { Database, Trx } from '../../db/database.ts'
import type { Attempts } from '../../limits/attempts.ts'
import { trySpamRules } from './dry-run.ts'
import { findSigns } from './find-signals.ts'
import { createProofs, type ProofState, type Proofs } from './proof-of-work.ts'
import { createSpamRules, type SpamRulesStore } from './rules.ts'
import { learn } from './word-counts.ts'

/** What the owner says of a message. */
export type SpamVerdict = 'spam' | 'wanted'

/** What came with a message besides its text. */
export interface Arrival {
  /** What stood in the field that people do not see. */
  website: string
  /** How long the form was in front of someone, in ms, as the page says. */
  elapsed?: number | undefined
  /** Too many came in, and it brought no proof of work: it is held, whatever it says. */
  isCrowdedOut?: boolean
}

/** Tells spam from what is wanted: by signs that have names and points, and by words that the owner's verdicts teach. */
export interface Spam {
  /** Judges a message that has just come, by the state of its proof, too. Changes nothing. */
  judge(message: MessageInput, arrival: Arrival, proof: ProofState): Promise<SpamJudgement>
  /**
   * Learns that the owner's verdict of this message is now `now`, where it was `before`; null for none. Runs in the
   * transaction that stores the verdict, so that what is learned is exactly what the verdicts say.
   */
  learn(trx: Trx, message: MessageInput, now: SpamVerdict | null, before: SpamVerdict | null): Promise<void>
  proofs: Proofs
  rules: SpamRulesStore
  /** What these rules would have done with the newest `last` messages, by the signs that were found when they came. */
  try(rules: SpamRules, last: number): Promise<SpamTrial>
}

/** `readSecret` gives what challenges are signed with; it is asked for when the first is needed. */
export const createSpam = (parts: {
  database: Database
  attempts: Attempts
  readSecret: () => Promise<string>
}): Spam => {
  const { database, attempts, readSecret } = parts
  const { kysely } = database
  const proofs = createProofs(attempts, readSecret)
  const rules = createSpamRules(database)
  return {
    proofs,
    rules,
    learn,

    judge: async (message, arrival, proof) => {
      const { rules: present } = await rules.get()
      const judged = judgement(await findSigns(kysely, message, arrival, proof), present)
      return { ...judged, held: judged.held || arrival.isCrowdedOut === true }
    },

    try: async (tried, last) => {
      const { rules: present } = await rules.get()
      return trySpamRules(kysely, { present, tried, last })
    },
  }
}
