import type { Language } from '../words/languages.ts'

type Outline = readonly [title: string, ...headings: string[]]

/**
 * Titles and headings of legal pages in the languages for which no law's text was read: what stands below them, the owner writes. The
 * order is that of the full texts: who runs the site and contact; responsible, visits, contact form, cookies, rights; gaps and contact.
 */
export const outlines: Readonly<
  Record<Exclude<Language, 'en' | 'de'>, Readonly<Record<'imprint' | 'privacy' | 'accessibility', Outline>>>
> = {
  fr: {
    imprint: ['Mentions légales', 'Éditeur du site', 'Contact'],
    privacy: ['Confidentialité', 'Responsable', 'Visites', 'Formulaire de contact', 'Cookies', 'Vos droits'],
    accessibility: ['Accessibilité', 'Ce qui ne fonctionne pas encore', 'Signaler un problème'],
  },
  es: {
    imprint: ['Aviso legal', 'Titular del sitio', 'Contacto'],
    privacy: ['Privacidad', 'Responsable', 'Visitas', 'Formulario de contacto', 'Cookies', 'Sus derechos'],
    accessibility: ['Accesibilidad', 'Lo que aún no funciona', 'Comunicar un problema'],
  },
  pt: {
    imprint: ['Informação legal', 'Responsável pelo site', 'Contacto'],
    privacy: ['Privacidade', 'Responsável', 'Visitas', 'Formulário de contacto', 'Cookies', 'Os seus direitos'],
    accessibility: ['Acessibilidade', 'O que ainda não funciona', 'Comunicar um problema'],
  },
  it: {
    imprint: ['Note legali', 'Titolare del sito', 'Contatti'],
    privacy: ['Privacy', 'Titolare', 'Visite', 'Modulo di contatto', 'Cookie', 'I tuoi diritti'],
    accessibility: ['Accessibilità', 'Che cosa non funziona ancora', 'Segnalare un problema'],
  },
  nl: {
    imprint: ['Colofon', 'Wie deze site beheert', 'Contact'],
    privacy: ['Privacy', 'Verantwoordelijke', 'Bezoeken', 'Contactformulier', 'Cookies', 'Uw rechten'],
    accessibility: ['Toegankelijkheid', 'Wat nog niet werkt', 'Een probleem melden'],
  },
  pl: {
    imprint: ['Nota prawna', 'Kto prowadzi tę stronę', 'Kontakt'],
    privacy: ['Prywatność', 'Administrator', 'Odwiedziny', 'Formularz kontaktowy', 'Pliki cookie', 'Twoje prawa'],
    accessibility: ['Dostępność', 'Co jeszcze nie działa', 'Zgłoś problem'],
  },
  sv: {
    imprint: ['Juridisk information', 'Vem som står bakom webbplatsen', 'Kontakt'],
    privacy: ['Integritet', 'Ansvarig', 'Besök', 'Kontaktformulär', 'Kakor', 'Dina rättigheter'],
    accessibility: ['Tillgänglighet', 'Det som inte fungerar än', 'Rapportera ett problem'],
  },
  nb: {
    imprint: ['Juridisk informasjon', 'Hvem som står bak nettstedet', 'Kontakt'],
    privacy: ['Personvern', 'Ansvarlig', 'Besøk', 'Kontaktskjema', 'Informasjonskapsler', 'Dine rettigheter'],
    accessibility: ['Tilgjengelighet', 'Det som ikke virker ennå', 'Meld fra om et problem'],
  },
  da: {
    imprint: ['Juridisk information', 'Hvem der står bag hjemmesiden', 'Kontakt'],
    privacy: ['Privatliv', 'Ansvarlig', 'Besøg', 'Kontaktformular', 'Cookies', 'Dine rettigheder'],
    accessibility: ['Tilgængelighed', 'Det, der endnu ikke virker', 'Meld et problem'],
  },
  cs: {
    imprint: ['Právní informace', 'Provozovatel webu', 'Kontakt'],
    privacy: ['Ochrana soukromí', 'Správce', 'Návštěvy', 'Kontaktní formulář', 'Cookies', 'Vaše práva'],
    accessibility: ['Přístupnost', 'Co zatím nefunguje', 'Nahlásit problém'],
  },
  uk: {
    imprint: ['Правова інформація', 'Власник сайту', 'Контакти'],
    privacy: ['Конфіденційність', 'Відповідальна особа', 'Відвідування', 'Форма зв’язку', 'Файли cookie', 'Ваші права'],
    accessibility: ['Доступність', 'Що ще не працює', 'Повідомити про проблему'],
  },
  tr: {
    imprint: ['Künye', 'Sitenin sahibi', 'İletişim'],
    privacy: ['Gizlilik', 'Sorumlu', 'Ziyaretler', 'İletişim formu', 'Çerezler', 'Haklarınız'],
    accessibility: ['Erişilebilirlik', 'Henüz çalışmayanlar', 'Sorun bildirme'],
  },
  ar: {
    imprint: ['معلومات قانونية', 'صاحب الموقع', 'الاتصال'],
    privacy: ['الخصوصية', 'المسؤول', 'الزيارات', 'نموذج الاتصال', 'ملفات تعريف الارتباط', 'حقوقك'],
    accessibility: ['إمكانية الوصول', 'ما لا يعمل بعد', 'الإبلاغ عن مشكلة'],
  },
  ja: {
    imprint: ['運営者情報', 'サイトの運営者', '連絡先'],
    privacy: ['プライバシー', '責任者', '訪問', 'お問い合わせフォーム', 'Cookie', 'あなたの権利'],
    accessibility: ['アクセシビリティ', 'まだ対応していないこと', '問題の報告'],
  },
}
