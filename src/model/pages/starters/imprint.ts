import type { SiteFacts } from '../site-facts.ts'
import { blank, emailOr, lines, nameOr, text } from './parts.ts'

export const imprintEnglish = (facts: SiteFacts): string =>
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

export const imprintGerman = (facts: SiteFacts): string =>
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
