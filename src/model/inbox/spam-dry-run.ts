import type { SpamReason } from './spam-rules.ts'
import type { MessageLabel, MessageStatus } from './stored-message.ts'

/** A message with its score under the present rules and under others. */
export interface DryRunMessage {
  id: string
  user_name: string
  user_email: string
  start: string
  createdAt: string
  status: MessageStatus
  verdict: MessageLabel | null
  score: number
  quarantined: boolean
  wouldScore: number
  wouldBeQuarantined: boolean
  reasons: SpamReason[]
}

/** Result of other rules for the newest messages. */
export interface SpamDryRun {
  /** Number of messages in the dry run. */
  messages: number
  quarantined: number
  wouldBeQuarantined: number
  /** Quarantined, though labelled as not spam. */
  notSpamQuarantined: number
  notSpamWouldBeQuarantined: number
  /** Let through, though labelled as spam. */
  spamPassed: number
  spamWouldPass: number
  /** Messages that either rules quarantine, newest first. */
  list: DryRunMessage[]
}
