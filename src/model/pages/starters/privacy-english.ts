import { messageLimits } from '../../inbox/message-limits.ts'
import { english } from '../../words/en.ts'
import { blank, code, emailOr, lines, nameOr } from './parts.ts'
import { privacyOf } from './privacy.ts'

const { name, email, message } = english.contact

export const privacyEnglish = privacyOf((facts) => {
  const { cookies, messages } = facts
  return {
    opening: [
      '## Who is responsible',
      lines(nameOr(facts, 'Your name'), blank('Postal address'), `Email: ${emailOr(facts, 'Your email address')}`),
      '## In short',
      'This site has no advertising, no tracking and no statistics about visitors. Fonts, images and videos come from its own server: your browser asks nobody else for anything. Whoever only reads gets no cookie.',
      '## Visits',
      `The site runs at ${blank('name and country of your hosting provider')}. To send you a page, the server has to know the network address (IP address) of your device. Its log has time, address of the page, status and size of each answer, without your network address. For sign-ins and for calls that were refused, the network address is logged, too, so that attacks can be noticed. The log is kept for ${blank('how long you or your provider keep server logs')}. Basis: Art. 6(1)(f) GDPR, the legitimate interest in a safe site.`,
    ],
    contactForm: [
      '## Contact form',
      `If you use the form, its fields (${name}, ${email}, and ${message} of up to ${messageLimits.message} characters) are stored, with the time and your network address, to answer you and to keep out spam. Until you send it, your text stays in your browser, in the memory of this tab. Messages are kept until they are done with. A deleted one is removed for good after ${messages.trash} days; one that looks like spam, after ${messages.quarantine + messages.trash} days at the latest. Basis: Art. 6(1)(b) GDPR where you ask for an offer, else Art. 6(1)(f).`,
    ],
    bySmtp: `A message is also sent to me by email, through ${blank('name and country of your email provider')}.`,
    byEmailjs: `A message is also sent to me by email, through the service EmailJS (emailjs.com), which gets the fields of the form: ${blank('where EmailJS processes them, and on which basis')}.`,
    acknowledgement: 'You get an email that confirms your message, at most once a day.',
    cookies: [
      '## Cookies',
      `There are cookies for those who sign in, and for nobody else. They are needed for it, so they ask for no consent. ${code(cookies.session)} keeps you signed in: up to ${cookies.sessionDays} days after your last visit, ${cookies.longestSessionDays} days altogether. ${code(cookies.device)} remembers for ${cookies.deviceDays} days that this device has signed in before. While you sign in, there may be one more for some minutes.`,
    ],
    accounts: [
      '## Accounts',
      'If you register, your name, username, email address and a hash of your password (not the password itself) are stored, and for each session its time, network address and kind of browser. You can delete your account at any time, and all of this with it. Basis: Art. 6(1)(b) GDPR.',
    ],
    google: [
      '## Sign in with Google',
      'If you choose to sign in with Google, you are led to Google, which learns that you use this site and sends your name and email address. Nothing goes to Google before you choose it. See https://policies.google.com/privacy.',
    ],
    closing: [
      '## Backups',
      `Backups of the stored data are kept for up to ${facts.backupWeeks} weeks; what was deleted is gone from them after that.`,
      '## Your rights',
      'You can ask which data about you are stored, and have them corrected, deleted, restricted or handed over (Art. 15 to 20 GDPR). You can object to processing that rests on a legitimate interest (Art. 21), and complain to a supervisory authority (Art. 77).',
    ],
  }
})
