import type { MessageInput } from '../model/message.ts'
import type { SpamJudgement } from '../model/spam-rules.ts'
import type { Trx } from './db/database.ts'

/** What the owner says of a message. */
export type SpamVerdict = 'spam' | 'wanted'

/** What came with a message besides its text. */
export interface Arrival {
  /** What stood in the field that people do not see. */
  website: string
  /** How long the form was in front of someone, in ms, as the page says. */
  elapsed: number | undefined
  /** The solved challenge, or ''. */
  proof: string
}

/** Tells spam from what is wanted: by signs that have names and points, and by words that the owner's verdicts teach. */
export interface Spam {
  /** Judges a message that has just come. Changes nothing but that its proof is spent. */
  judge(message: MessageInput, arrival: Arrival): Promise<SpamJudgement>
  /**
   * Learns that the owner's verdict of this message is now `now`, where it was `before`; null for none. Runs in the
   * transaction that stores the verdict, so that what is learned is exactly what the verdicts say.
   */
  learn(trx: Trx, message: MessageInput, now: SpamVerdict | null, before: SpamVerdict | null): Promise<void>
}
