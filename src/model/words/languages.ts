interface LanguageRow {
  /** As it calls itself. */
  name: string
  /** Quotation marks: the outer ones, then those within them. French and Ukrainian ones stand as they are printed there. */
  quotes: readonly [string, string, string, string]
  /** Letters and quotation marks beside those of English, in lower case where there are two cases. */
  letters: string
}

/** The languages that have a catalogue. A new one is a row here, and its catalogue among `catalogues`. */
const rows = {
  en: { name: 'English', quotes: ['“', '”', '‘', '’'], letters: '' },
  de: { name: 'Deutsch', quotes: ['„', '“', '‚', '‘'], letters: 'äöüß„‚' },
  // With the space that does not break.
  fr: { name: 'Français', quotes: ['«\u00a0', '\u00a0»', '“', '”'], letters: 'àâæçèéêëîïôœùûüÿ«»' },
  es: { name: 'Español', quotes: ['«', '»', '“', '”'], letters: 'áéíñóúü¡¿ªº«»' },
  pt: { name: 'Português', quotes: ['“', '”', '‘', '’'], letters: 'àáâãçéêíòóôõúüªº«»' },
  it: { name: 'Italiano', quotes: ['«', '»', '“', '”'], letters: 'àèéìíîòóùúªº«»' },
  nl: { name: 'Nederlands', quotes: ['‘', '’', '“', '”'], letters: 'áâèéêëíïóôöúûü' },
  pl: { name: 'Polski', quotes: ['„', '”', '«', '»'], letters: 'ąćęłńóśźż„«»' },
  sv: { name: 'Svenska', quotes: ['”', '”', '’', '’'], letters: 'àåäéöü' },
  nb: { name: 'Norsk bokmål', quotes: ['«', '»', '‘', '’'], letters: 'àâåæéèêòóôøü«»' },
  da: { name: 'Dansk', quotes: ['”', '”', '’', '’'], letters: 'åæéøü«»' },
  cs: { name: 'Čeština', quotes: ['„', '“', '‚', '‘'], letters: 'áčďéěíňóřšťúůýž„‚' },
  uk: { name: 'Українська', quotes: ['«', '»', '„', '“'], letters: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя«»„' },
  tr: { name: 'Türkçe', quotes: ['“', '”', '‘', '’'], letters: 'âçğıİöşûü' },
  ar: { name: 'العربية', quotes: ['«', '»', '”', '“'], letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي٠١٢٣٤٥٦٧٨٩،؛؟«»' },
  ja: {
    name: '日本語',
    quotes: ['「', '」', '『', '』'],
    letters: Array.from({ length: 0xc0 }, (_, i) => String.fromCharCode(0x3040 + i)).join(''),
  },
} satisfies Record<string, LanguageRow>

export type Language = keyof typeof rows

const rowOf: Readonly<Record<Language, LanguageRow>> = rows

export const languages = Object.keys(rows) as [Language, ...Language[]]

/** The languages of the catalogues, each with its own name. */
export const languageNames = Object.fromEntries(languages.map((code) => [code, rowOf[code].name])) as Readonly<
  Record<Language, string>
>

/** Quotation marks of a language. */
export const quotationMarks = (language: Language): LanguageRow['quotes'] => rowOf[language].quotes

// Codes of languages whose readers read a neighbour's catalogue.
const neighbours = new Map<string, Language>([
  ['no', 'nb'],
  ['nn', 'nb'],
])

/** The catalogue for a language code: `pt-BR` has that of `pt`, a language without a catalogue English. */
export const languageOf = (code: string): Language => {
  const [base = ''] = code.toLowerCase().split('-')
  return languages.find((language) => language === base) ?? neighbours.get(base) ?? 'en'
}

const leftward = ['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']

/** True for a language that is written from right to left. */
export const isLeftward = (code: string): boolean => leftward.includes(code.split('-')[0] ?? '')

/** What somebody types in this language and not in English, in both cases. A language without a catalogue has none. */
export const lettersOf = (code: string): string => {
  const language = languageOf(code)
  const own = rowOf[language].letters
  return own + own.toLocaleUpperCase(language)
}
