import type { SiteFacts } from '../site-facts.ts'
import { blank, emailOr, nameOr, text } from './parts.ts'

export const accessibilityEnglish = (facts: SiteFacts): string =>
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

export const accessibilityGerman = (facts: SiteFacts): string =>
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
