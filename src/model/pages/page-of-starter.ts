import { blocksOfText } from '../blocks/blocks-to-markdown.ts'
import type { Calls } from '../calls.ts'
import { entrySchema } from '../content/entry.ts'
import { slugOf } from '../fields/slug-of.ts'
import { fieldLimits } from '../inbox/contact-form.ts'
import { serviceOf, type TransportKind, writesToVisitors } from '../inbox/mail-services.ts'
import { asMarkdown } from '../text-rules.ts'
import { rawDays } from '../visits/visits.ts'
import { catalogue as german } from '../words/de.ts'
import { english } from '../words/en.ts'
import { type Language, languageNames, languages } from '../words/languages.ts'
import { z } from '../zod.ts'
import { outlines } from './outlines.ts'

/** Languages in which the pages have a text of their own. */
export const writtenLanguages = ['en', 'de'] as const
type WrittenLanguage = (typeof writtenLanguages)[number]

/** Pages that begin with a text about the site as it is set up, each at an address that fits its language. */
const starters = {
  imprint: { en: { title: 'Imprint', slug: 'imprint' }, de: { title: 'Impressum', slug: 'impressum' } },
  privacy: { en: { title: 'Privacy', slug: 'privacy' }, de: { title: 'Datenschutz', slug: 'datenschutz' } },
  accessibility: {
    en: { title: 'Accessibility', slug: 'accessibility' },
    de: { title: 'Barrierefreiheit', slug: 'barrierefreiheit' },
  },
} as const satisfies Record<string, Record<WrittenLanguage, { title: string; slug: string }>>
type StarterName = keyof typeof starters

export const starterNames = Object.keys(starters) as [StarterName, ...StarterName[]]

export const isWritten = (language: Language): language is WrittenLanguage =>
  writtenLanguages.some((one) => one === language)

/** Title and address of a page that begins with this starter. */
export const starterHead = (name: StarterName, language: Language): { title: string; slug: string } => {
  if (isWritten(language)) return starters[name][language]
  const [title] = outlines[language][name]
  return { title, slug: slugOf(title) || name }
}

const newFromStarterSchema = z.strictObject({
  starter: z.enum(starterNames, 'There is no such starter.'),
  language: z.enum(languages, 'There is no starter in this language.').optional(),
})

export const pageCalls = () =>
  ({ 'POST /api/page-starters': { body: newFromStarterSchema, answer: entrySchema() } }) satisfies Calls

const blank = (what: string): string => `[[${what}]]`

const nameOr = ({ name }: SiteFacts, missing: string): string => (name === '' ? blank(missing) : asMarkdown(name))

const emailOr = ({ email }: SiteFacts, missing: string): string => (email === '' ? blank(missing) : `<${email}>`)

const code = (text: string): string => `\`${text}\``

/** Paragraphs and headings; what is false is left out. */
const text = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join('\n\n')

/** Lines that stay lines. */
const lines = (...all: string[]): string => all.join('\\\n')

const accessibilityEnglish = (facts: SiteFacts): string =>
  text(
    `${nameOr(facts, 'Your name')} wants everybody to be able to use ${facts.url}.`,
    '## How it was made',
    'The site is built to follow the Web Content Accessibility Guidelines (WCAG) 2.2, level AA: it can be used by keyboard and with a screen reader, with larger text and on narrow screens, in light and dark, and without scripts. Whoever asks the system for less motion sees less of it.',
    '## What does not work yet',
    blank('Known gaps, such as videos without captions; or that you know of none'),
    '## How it was checked',
    blank('When, by whom and how, such as: on 1 March 2026, by myself, with a keyboard and a screen reader'),
    '## Tell me',
    `Something is hard to use? Write to ${emailOr(facts, 'Your email address')}. You get an answer within ${blank('how many days')}.`,
  )

const accessibilityGerman = (facts: SiteFacts): string =>
  text(
    `${nameOr(facts, 'Ihr Name')} möchte, dass alle ${facts.url} nutzen können.`,
    '## Wie sie gebaut ist',
    'Die Website ist nach den Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA, gebaut: Sie lässt sich mit der Tastatur und mit einem Screenreader bedienen, mit größerer Schrift und auf schmalen Bildschirmen, hell und dunkel und ohne Skripte. Wer im System weniger Bewegung wünscht, sieht weniger davon.',
    '## Was noch nicht geht',
    blank('Bekannte Lücken, etwa Videos ohne Untertitel; oder dass Ihnen keine bekannt sind'),
    '## Wie geprüft wurde',
    blank('Wann, durch wen und wie, etwa: am 1. März 2026, durch mich selbst, mit Tastatur und Screenreader'),
    '## Sagen Sie es mir',
    `Etwas lässt sich schlecht nutzen? Schreiben Sie an ${emailOr(facts, 'Ihre E-Mail-Adresse')}. Sie erhalten innerhalb von ${blank('wie viele Tage')} eine Antwort.`,
  )

const imprintEnglish = (facts: SiteFacts): string =>
  text(
    '## Who runs this site',
    lines(nameOr(facts, 'Your name'), blank('Street and number'), blank('Postal code and town'), blank('Country')),
    '## Contact',
    lines(
      `Email: ${emailOr(facts, 'Your email address')}`,
      `Phone: ${blank('Phone number, or another quick and direct way to reach you')}`,
    ),
    '## Registration and VAT',
    blank('VAT number, register and its number, supervisory authority; delete this part if there is none'),
    '## Responsible for the content',
    `${nameOr(facts, 'Your name')}, address as above.`,
  )

const imprintGerman = (facts: SiteFacts): string =>
  text(
    '## Angaben gemäß § 5 DDG',
    lines(nameOr(facts, 'Ihr Name'), blank('Straße und Hausnummer'), blank('Postleitzahl und Ort'), blank('Land')),
    '## Kontakt',
    lines(
      `E-Mail: ${emailOr(facts, 'Ihre E-Mail-Adresse')}`,
      `Telefon: ${blank('Telefonnummer, oder ein anderer Weg, auf dem man Sie schnell und unmittelbar erreicht')}`,
    ),
    '## Register und Umsatzsteuer',
    blank('Umsatzsteuer-Identifikationsnummer, Register und Nummer, Aufsichtsbehörde; löschen, was es nicht gibt'),
    '## Verantwortlich für den Inhalt',
    `${nameOr(facts, 'Ihr Name')}, Anschrift wie oben.`,
  )

/** Paragraphs and headings of a privacy statement in one language, in the order in which they are read. */
interface Parts {
  opening: string[]
  visits: string[]
  tiedVisits: string
  contactForm: string[]
  questions: string
  bySmtp: string
  /** Through a service with this name and host. */
  byService: (label: string, site: string) => string
  acknowledgement: string
  cookies: string[]
  accounts: string[]
  google: string[]
  closing: string[]
}

/** The statement says what is switched on, and nothing of what is not. */
const privacyOf =
  (partsFor: (facts: SiteFacts) => Parts) =>
  (facts: SiteFacts): string => {
    const { contactForm, asksQuestions, mail, acknowledges, registration, google, visits } = facts
    const parts = partsFor(facts)
    const sent = contactForm ? mail : null
    return text(
      ...parts.opening,
      ...(visits.counted ? parts.visits : []),
      visits.counted && visits.tied && contactForm && parts.tiedVisits,
      ...(contactForm ? parts.contactForm : []),
      contactForm && asksQuestions && parts.questions,
      sent === 'smtp' && parts.bySmtp,
      sent !== null && sent !== 'smtp' && parts.byService(serviceOf(sent).label, serviceOf(sent).site),
      sent !== null && writesToVisitors(sent) && acknowledges && parts.acknowledgement,
      ...parts.cookies,
      ...(registration ? parts.accounts : []),
      ...(google ? parts.google : []),
      ...parts.closing,
    )
  }

const privacyEnglish = privacyOf((facts) => {
  const { name, email, message } = english.contact
  const { cookies, messages } = facts
  return {
    opening: [
      '## Who is responsible',
      lines(nameOr(facts, 'Your name'), blank('Postal address'), `Email: ${emailOr(facts, 'Your email address')}`),
      '## In short',
      `This site has no advertising and no tracking. ${facts.visits.counted ? 'Its own server counts visits, without cookies and without storing your network address.' : 'It has no statistics about visitors.'} Fonts, images and videos come from its own server: your browser asks nobody else for anything. Whoever only reads gets no cookie.`,
      '## Visits',
      `The site runs at ${blank('name and country of your hosting provider')}. To send you a page, the server has to know the network address (IP address) of your device. Its log has time, address of the page, status and size of each answer, without your network address. For sign-ins and for calls that were refused, the network address is logged, too, so that attacks can be noticed. The log is kept for ${blank('how long you or your provider keep server logs')}. Basis: Art. 6(1)(f) GDPR, the legitimate interest in a safe site.`,
    ],
    visits: [
      '## Counting visits',
      `For each visit the server stores for ${rawDays} days: the hour, the pages that were opened, the site that you came from (its name, never the whole address), tags of a campaign in the link, the kind of device, ${facts.visits.byCountry ? 'the country of your network (looked up in a file on this server), ' : ''}and whether something spoke for a program instead of a person. Neither your network address nor the name of your browser is stored. To tell one visit from the next for thirty minutes, the server makes a number of your shortened network address and the name of your browser with a random key, which is replaced every day and deleted. After ${rawDays} days only sums are left. No third party gets any of it, and it serves no other purpose. Basis: Art. 6(1)(f) GDPR, the legitimate interest in knowing how the site is used. If your browser sends Do Not Track or Global Privacy Control, only the number of such views is counted.`,
    ],
    tiedVisits:
      'A message that you send is stored with the name of the site that you came from and the first page that you opened, so that I know how you found me. Basis: Art. 6(1)(a) GDPR, where you have consented, else Art. 6(1)(f).',
    contactForm: [
      '## Contact form',
      `If you use the form, its fields (${name}, ${email}, and ${message} of up to ${fieldLimits.message} characters) are stored, with the time and your network address, to answer you and to keep out spam. Until you send it, your text stays in your browser, in the memory of this tab. Messages are kept until they are done with. A deleted one is removed for good after ${messages.trash} days; one that looks like spam, after ${messages.quarantine + messages.trash} days at the latest. Basis: Art. 6(1)(b) GDPR where you ask for an offer, else Art. 6(1)(f).`,
    ],
    questions:
      'Once a message is sent, a few questions follow, for an hour. What you answer is stored with the message, for as long and on the same basis.',
    bySmtp: `A message is also sent to me by email, through ${blank('name and country of your email provider')}.`,
    byService: (label, site) =>
      `A message is also sent to me by email, through the service ${label} (${site}), which gets the fields of the form: ${blank(`where ${label} processes them, and on which basis`)}.`,
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

const privacyGerman = privacyOf((facts) => {
  const { name, email, message } = german.contact
  const { cookies, messages } = facts
  return {
    opening: [
      '## Verantwortlich',
      lines(nameOr(facts, 'Ihr Name'), blank('Postanschrift'), `E-Mail: ${emailOr(facts, 'Ihre E-Mail-Adresse')}`),
      '## Kurz gesagt',
      `Diese Website hat keine Werbung und kein Tracking. ${facts.visits.counted ? 'Ihr eigener Server zählt Besuche, ohne Cookies und ohne Ihre Netzwerkadresse zu speichern.' : 'Sie führt keine Besucherstatistik.'} Schriften, Bilder und Videos kommen vom eigenen Server: Ihr Browser ruft nirgends sonst etwas ab. Wer nur liest, bekommt kein Cookie.`,
      '## Besuche',
      `Die Website läuft bei ${blank('Name und Land Ihres Hosting-Anbieters')}. Damit der Server Ihnen eine Seite senden kann, muss er die Netzwerkadresse (IP-Adresse) Ihres Geräts kennen. Sein Protokoll enthält Zeit, Adresse der Seite, Status und Größe jeder Antwort, aber nicht Ihre Netzwerkadresse. Bei Anmeldungen und bei abgewiesenen Aufrufen wird auch die Netzwerkadresse protokolliert, damit Angriffe auffallen. Das Protokoll wird ${blank('wie lange Sie oder Ihr Anbieter Server-Protokolle aufbewahren')} aufbewahrt. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. f DSGVO, das berechtigte Interesse an einer sicheren Website.`,
    ],
    visits: [
      '## Zählung der Besuche',
      `Zu jedem Besuch speichert der Server ${rawDays} Tage lang: die Stunde, die aufgerufenen Seiten, die Website, von der Sie kamen (ihren Namen, nie die ganze Adresse), Kampagnen-Kennzeichen im Link, die Art des Geräts${facts.visits.byCountry ? ', das Land Ihres Netzes (aus einer Datei auf diesem Server)' : ''} und ob etwas für ein Programm statt für einen Menschen sprach. Weder Ihre Netzwerkadresse noch der Name Ihres Browsers wird gespeichert. Um einen Besuch dreißig Minuten lang vom nächsten zu unterscheiden, bildet der Server aus Ihrer gekürzten Netzwerkadresse und dem Namen Ihres Browsers eine Zahl, mit einem zufälligen Schlüssel, der täglich ersetzt und gelöscht wird. Nach ${rawDays} Tagen bleiben nur Summen. Niemand sonst erhält etwas davon, und es dient keinem anderen Zweck. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. f DSGVO, das berechtigte Interesse zu wissen, wie die Website genutzt wird. Sendet Ihr Browser „Do Not Track“ oder „Global Privacy Control“, wird nur die Zahl solcher Aufrufe gezählt.`,
    ],
    tiedVisits:
      'Eine Nachricht, die Sie senden, wird mit dem Namen der Website gespeichert, von der Sie kamen, und mit der ersten Seite, die Sie aufgerufen haben, damit ich weiß, wie Sie mich gefunden haben. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. a DSGVO, wenn Sie eingewilligt haben, sonst Buchst. f.',
    contactForm: [
      '## Kontaktformular',
      `Wenn Sie das Formular nutzen, werden seine Felder (${name}, ${email} und ${message} mit bis zu ${fieldLimits.message} Zeichen) mit der Zeit und Ihrer Netzwerkadresse gespeichert, um Ihnen zu antworten und Spam abzuwehren. Bis Sie absenden, bleibt Ihr Text in Ihrem Browser, im Speicher dieses Tabs. Nachrichten werden aufbewahrt, bis sie erledigt sind. Eine gelöschte wird nach ${messages.trash} Tagen endgültig entfernt; eine, die nach Spam aussieht, spätestens nach ${messages.quarantine + messages.trash} Tagen. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. b DSGVO, wenn Sie ein Angebot anfragen, sonst Buchst. f.`,
    ],
    questions:
      'Ist eine Nachricht gesendet, folgen für eine Stunde ein paar Fragen. Was Sie antworten, wird mit der Nachricht gespeichert, so lange wie sie und auf derselben Grundlage.',
    bySmtp: `Eine Nachricht wird mir außerdem per E-Mail zugestellt, über ${blank('Name und Land Ihres E-Mail-Anbieters')}.`,
    byService: (label, site) =>
      `Eine Nachricht wird mir außerdem per E-Mail zugestellt, über den Dienst ${label} (${site}), der die Felder des Formulars erhält: ${blank(`wo ${label} sie verarbeitet und auf welcher Grundlage`)}.`,
    acknowledgement: 'Sie erhalten eine E-Mail, die den Eingang bestätigt, höchstens einmal am Tag.',
    cookies: [
      '## Cookies',
      `Cookies gibt es nur für die, die sich anmelden. Dafür sind sie nötig und brauchen deshalb keine Einwilligung (§ 25 Abs. 2 TDDDG). ${code(cookies.session)} hält Sie angemeldet: bis zu ${cookies.sessionDays} Tage nach Ihrem letzten Besuch, insgesamt ${cookies.longestSessionDays} Tage. ${code(cookies.device)} merkt sich ${cookies.deviceDays} Tage lang, dass sich dieses Gerät schon einmal angemeldet hat. Während der Anmeldung kann es für einige Minuten ein weiteres geben.`,
    ],
    accounts: [
      '## Konten',
      'Wenn Sie sich registrieren, werden Ihr Name, Ihr Benutzername, Ihre E-Mail-Adresse und eine Prüfsumme Ihres Passworts (nicht das Passwort selbst) gespeichert, dazu für jede Sitzung Zeit, Netzwerkadresse und Art des Browsers. Sie können Ihr Konto jederzeit löschen, und mit ihm all das. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. b DSGVO.',
    ],
    google: [
      '## Anmelden mit Google',
      'Wenn Sie sich mit Google anmelden, werden Sie zu Google geleitet. Google erfährt dabei, dass Sie diese Website nutzen, und übermittelt Ihren Namen und Ihre E-Mail-Adresse. Vorher geht nichts an Google. Siehe https://policies.google.com/privacy.',
    ],
    closing: [
      '## Sicherungen',
      `Sicherungen der gespeicherten Daten werden bis zu ${facts.backupWeeks} Wochen aufbewahrt; Gelöschtes ist danach auch aus ihnen verschwunden.`,
      '## Ihre Rechte',
      'Sie können Auskunft über Ihre gespeicherten Daten verlangen und sie berichtigen, löschen, einschränken oder sich übertragen lassen (Art. 15 bis 20 DSGVO). Sie können einer Verarbeitung widersprechen, die auf einem berechtigten Interesse beruht (Art. 21), und sich bei einer Aufsichtsbehörde beschweren (Art. 77).',
    ],
  }
})

/** Headings for a text that the owner writes. */
const outlineOf = (name: StarterName, language: Exclude<Language, WrittenLanguage>): string => {
  const [, ...headings] = outlines[language][name]
  return text(
    blank(
      `Only headings: the text has to be written by you. No law’s text was read for a page in this language (${languageNames[language]}).`,
    ),
    ...headings.flatMap((heading) => [`## ${heading}`, blank(`Your text: ${heading}`)]),
  )
}

const texts: Record<StarterName, Record<WrittenLanguage, (facts: SiteFacts) => string>> = {
  imprint: { en: imprintEnglish, de: imprintGerman },
  privacy: { en: privacyEnglish, de: privacyGerman },
  accessibility: { en: accessibilityEnglish, de: accessibilityGerman },
}

/** The fields of a page that begins with this starter, linked in the footer. What only the owner knows stands between [[ and ]]. */
export const pageOfStarter = (name: StarterName, language: Language, facts: SiteFacts) => ({
  ...starterHead(name, language),
  placement: 'page' as const,
  link: 'footer' as const,
  blocks: blocksOfText(isWritten(language) ? texts[name][language](facts) : outlineOf(name, language)),
})

/** Facts about the site for legal pages, as it is set up. Durations are in days. */
export interface SiteFacts {
  /** Of the owner; empty when it is not known. */
  name: string
  email: string
  /** The public URL. */
  url: string
  /** False when the owner has hidden Contact. */
  contactForm: boolean
  /** Questions follow a message. */
  asksQuestions: boolean
  /** Days for which a deleted message is kept, and a suspected one waits before. */
  messages: { trash: number; quarantine: number }
  mail: TransportKind | null
  /** Visitors get an email that confirms their message. */
  acknowledges: boolean
  registration: boolean
  google: boolean
  cookies: { session: string; sessionDays: number; longestSessionDays: number; device: string; deviceDays: number }
  /** Visits are counted; a message is stored with how its sender came (`tied`); a file tells the country of a network. */
  visits: { counted: boolean; tied: boolean; byCountry: boolean }
  /** Weeks for which the oldest backup is kept. */
  backupWeeks: number
}
