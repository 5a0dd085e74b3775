import { messageLimits } from '../../inbox/message-limits.ts'
import { german } from '../../words/de.ts'
import { blank, code, emailOr, lines, nameOr } from './parts.ts'
import { privacyOf } from './privacy.ts'

const { name, email, message } = german.contact

export const privacyGerman = privacyOf((facts) => {
  const { cookies, messages } = facts
  return {
    opening: [
      '## Verantwortlich',
      lines(nameOr(facts, 'Ihr Name'), blank('Postanschrift'), `E-Mail: ${emailOr(facts, 'Ihre E-Mail-Adresse')}`),
      '## Kurz gesagt',
      'Diese Website hat keine Werbung, kein Tracking und keine Besucherstatistik. Schriften, Bilder und Videos kommen vom eigenen Server: Ihr Browser ruft nirgends sonst etwas ab. Wer nur liest, bekommt kein Cookie.',
      '## Besuche',
      `Die Website läuft bei ${blank('Name und Land Ihres Hosting-Anbieters')}. Damit der Server Ihnen eine Seite senden kann, muss er die Netzwerkadresse (IP-Adresse) Ihres Geräts kennen. Sein Protokoll enthält Zeit, Adresse der Seite, Status und Größe jeder Antwort, aber nicht Ihre Netzwerkadresse. Bei Anmeldungen und bei abgewiesenen Aufrufen wird auch die Netzwerkadresse protokolliert, damit Angriffe auffallen. Das Protokoll wird ${blank('wie lange Sie oder Ihr Anbieter Server-Protokolle aufbewahren')} aufbewahrt. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. f DSGVO, das berechtigte Interesse an einer sicheren Website.`,
    ],
    contactForm: [
      '## Kontaktformular',
      `Wenn Sie das Formular nutzen, werden seine Felder (${name}, ${email} und ${message} mit bis zu ${messageLimits.message} Zeichen) mit der Zeit und Ihrer Netzwerkadresse gespeichert, um Ihnen zu antworten und Spam abzuwehren. Bis Sie absenden, bleibt Ihr Text in Ihrem Browser, im Speicher dieses Tabs. Nachrichten werden aufbewahrt, bis sie erledigt sind. Eine gelöschte wird nach ${messages.trash} Tagen endgültig entfernt; eine, die nach Spam aussieht, spätestens nach ${messages.quarantine + messages.trash} Tagen. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. b DSGVO, wenn Sie ein Angebot anfragen, sonst Buchst. f.`,
    ],
    bySmtp: `Eine Nachricht wird mir außerdem per E-Mail zugestellt, über ${blank('Name und Land Ihres E-Mail-Anbieters')}.`,
    byEmailjs: `Eine Nachricht wird mir außerdem per E-Mail zugestellt, über den Dienst EmailJS (emailjs.com), der die Felder des Formulars erhält: ${blank('wo EmailJS sie verarbeitet und auf welcher Grundlage')}.`,
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
