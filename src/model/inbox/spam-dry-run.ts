import type { SpamReason } from './spam-rules.ts'
import type { MessageLabel, MessageStatus } from './stored-message.ts'

/** A message under the rules as they are and under others. */
export interface DryRunMessage {
  id: string
  user_name: string
  user_email: string
  start: string
  createdAt: string
  status: MessageStatus
  verdict: MessageLabel | null
  score: number
  held: boolean
  wouldScore: number
  wouldBeHeld: boolean
  reasons: SpamReason[]
}

/** What other rules would have done with the messages that came last. */
export interface SpamDryRun {
  /** So many messages were tried. */
  messages: number
  held: number
  wouldBeHeld: number
  /** Wanted by the owner's word, and held. */
  wantedHeld: number
  wouldBeWantedHeld: number
  /** Spam by the owner's word, and let through. */
  spamThrough: number
  wouldBeSpamThrough: number
  /** Those that either would hold, newest first; of what nothing holds, only the numbers. */
  list: DryRunMessage[]
}
