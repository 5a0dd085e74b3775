import type { TransportKind } from '../inbox/delivery.ts'

/** Facts about the site for legal pages, as it is set up. Durations are in days. */
export interface SiteFacts {
  /** Of the owner; empty when it is not known. */
  name: string
  email: string
  /** The public URL. */
  url: string
  /** False when the owner has hidden Contact. */
  contactForm: boolean
  /** Days for which a deleted message is kept, and a suspected one waits before. */
  messages: { trash: number; quarantine: number }
  mail: TransportKind | null
  /** Visitors get an email that confirms their message. */
  acknowledges: boolean
  registration: boolean
  google: boolean
  cookies: { session: string; sessionDays: number; longestSessionDays: number; device: string; deviceDays: number }
  /** Weeks for which the oldest backup is kept. */
  backupWeeks: number
}
