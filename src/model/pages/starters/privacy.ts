import type { SiteFacts } from '../site-facts.ts'
import { text } from './parts.ts'

/** Paragraphs and headings of a privacy statement in one language, in the order in which they are read. */
interface Parts {
  opening: string[]
  contactForm: string[]
  bySmtp: string
  byEmailjs: string
  acknowledgement: string
  cookies: string[]
  accounts: string[]
  google: string[]
  closing: string[]
}

/** The statement says what is switched on, and nothing of what is not. */
export const privacyOf =
  (partsFor: (facts: SiteFacts) => Parts) =>
  (facts: SiteFacts): string => {
    const { contactForm, mail, acknowledges, registration, google } = facts
    const parts = partsFor(facts)
    const sent = contactForm ? mail : null
    return text(
      ...parts.opening,
      ...(contactForm ? parts.contactForm : []),
      sent === 'smtp' && parts.bySmtp,
      sent === 'emailjs' && parts.byEmailjs,
      sent === 'smtp' && acknowledges && parts.acknowledgement,
      ...parts.cookies,
      ...(registration ? parts.accounts : []),
      ...(google ? parts.google : []),
      ...parts.closing,
    )
  }
