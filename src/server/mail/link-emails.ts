import type { DeliveryKind } from '../../model/inbox/delivery.ts'
import { type EmailText, withFooter } from './emails.ts'

/** Kinds whose text holds a link that lets somebody in: sealed in the outbox, and never sent after the link has expired. */
export type LinkKind = Extract<DeliveryKind, 'password-reset' | 'invitation'>

export const linkKinds: readonly string[] = ['password-reset', 'invitation'] satisfies LinkKind[]

export const isLinkKind = (kind: string): kind is LinkKind => linkKinds.includes(kind)

/** Repeats nothing that was typed: anyone can type anyone's email address. */
export const passwordResetEmail = (site: string, link: string, publicUrl: string): EmailText => ({
  subject: `A new password for ${site}`,
  text: withFooter(
    [
      'Open this link to set a new password. It works once, within an hour, and only the newest one works:',
      link,
      'Setting it signs you out everywhere. If you did not ask for this, ignore this email: nothing has changed.',
    ],
    `Sent because somebody, most likely you, entered this email address at the login of ${site}.`,
    publicUrl,
  ),
})

export const invitationEmail = (site: string, link: string, until: string, publicUrl: string): EmailText => ({
  subject: `An invitation to ${site}`,
  text: withFooter(
    [`You are invited to make an account. This link works once, until ${until.slice(0, 10)}:`, link],
    `Sent because the owner of ${site} entered this email address.`,
    publicUrl,
  ),
})
