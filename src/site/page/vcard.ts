import { addressIn } from '../../model/cv/cv.ts'
import type { Page } from '../../model/publishing/page.ts'
import { type Content, imageIn, shownPerson } from '../../model/publishing/published-content.ts'
import { previewOf } from '../markup/head.ts'

const vcardPath = '/card.vcf'

/** Text as RFC 2426 (section 5) has it: commas and semicolons would part it, a line break end it. */
const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

const mostOctets = 75
const octets = new TextEncoder()

/** A line in parts of at most 75 octets, no character cut apart (RFC 2426, 2.6). */
const folded = (line: string): string => {
  let [result, length] = ['', 0]
  for (const character of line) {
    const size = octets.encode(character).length
    if (length + size > mostOctets) {
      result += '\r\n '
      length = 1
    }
    result += character
    length += size
  }
  return result
}

/** The family name is taken to stand last, as most address books show it: `N` has to be there, and only the owner's whole name is known. */
const nameParts = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const family = words.length > 1 ? words.pop() : ''
  return [family ?? '', words.join(' '), '', '', ''].map(escaped).join(';')
}

const target = (url: string, scheme: string): string | undefined =>
  url.toLowerCase().startsWith(scheme) ? addressIn(url) : undefined

const linkLines = (label: string, url: string, index: number): string[] => {
  const [email, phone] = [target(url, 'mailto:'), target(url, 'tel:')]
  if (email) return [`EMAIL;TYPE=INTERNET:${escaped(email)}`]
  if (phone) return [`TEL;TYPE=WORK,VOICE:${escaped(phone)}`]
  if (!/^https?:/i.test(url)) return []
  // A group ties the label to its link; address books that do not know the label keep the link.
  return [`item${index + 1}.URL;TYPE=WORK:${url}`, `item${index + 1}.X-ABLabel:${escaped(label)}`]
}

/**
 * The owner as a card for address books: vCard 3.0 (RFC 2426), the version that Google Contacts and iCloud write themselves. Says only what
 * the page says as well.
 */
export const vcard = (content: Content, publicUrl: string): Page => {
  const { settings, media } = content
  const person = shownPerson(content)
  const name = person?.name || settings.name
  const portrait = imageIn(media, person?.image ?? null)
  const photo = portrait && previewOf(portrait)
  // Address books show one note.
  const note = [settings.description, settings.availability].filter(Boolean).join('\n')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${nameParts(name)}`,
    `FN:${escaped(name)}`,
    ...(settings.name === name ? [] : [`ORG:${escaped(settings.name)}`]),
    ...(settings.role ? [`TITLE:${escaped(settings.role)}`] : []),
    ...(person?.live ? [`ADR;TYPE=WORK:;;;${escaped(person.live)};;;`] : []),
    // Outlook leaves out an address without a type.
    `URL;TYPE=WORK:${publicUrl}/`,
    ...settings.socials.flatMap(({ label, url }, index) => linkLines(label, url, index)),
    ...(note ? [`NOTE:${escaped(note)}`] : []),
    ...(photo ? [`PHOTO;VALUE=URI;TYPE=JPEG:${publicUrl}${photo.url}`] : []),
    `UID:${publicUrl}/`,
    'END:VCARD',
  ]
  return {
    path: vcardPath,
    status: 200,
    type: 'text/vcard; charset=utf-8',
    body: `${lines.map(folded).join('\r\n')}\r\n`,
    styles: [],
  }
}
