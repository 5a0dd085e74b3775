/** The languages that have a catalogue, as each calls itself. A new one is a row here and in `typography`, and its catalogue among `catalogues`. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  sv: 'Svenska',
  nb: 'Norsk bokmål',
  da: 'Dansk',
  cs: 'Čeština',
  uk: 'Українська',
  tr: 'Türkçe',
  ar: 'العربية',
  ja: '日本語',
} as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as [Language, ...Language[]]

interface Typography {
  /** Quotation marks: the outer ones, then those within them. French and Ukrainian ones stand as they are printed there. */
  quotes: readonly [string, string, string, string]
  /** Letters and quotation marks beside those of English, in lower case where there are two cases. */
  letters: string
}

// Apart from the names, which are all that the owner's screens need.
const typography: Readonly<Record<Language, Typography>> = {
  en: { quotes: ['“', '”', '‘', '’'], letters: '' },
  de: { quotes: ['„', '“', '‚', '‘'], letters: 'äöüß„‚' },
  // With the space that does not break.
  fr: { quotes: ['«\u00a0', '\u00a0»', '“', '”'], letters: 'àâæçèéêëîïôœùûüÿ«»' },
  es: { quotes: ['«', '»', '“', '”'], letters: 'áéíñóúü¡¿ªº«»' },
  pt: { quotes: ['“', '”', '‘', '’'], letters: 'àáâãçéêíòóôõúüªº«»' },
  it: { quotes: ['«', '»', '“', '”'], letters: 'àèéìíîòóùúªº«»' },
  nl: { quotes: ['‘', '’', '“', '”'], letters: 'áâèéêëíïóôöúûü' },
  pl: { quotes: ['„', '”', '«', '»'], letters: 'ąćęłńóśźż„«»' },
  sv: { quotes: ['”', '”', '’', '’'], letters: 'àåäéöü' },
  nb: { quotes: ['«', '»', '‘', '’'], letters: 'àâåæéèêòóôøü«»' },
  da: { quotes: ['”', '”', '’', '’'], letters: 'åæéøü«»' },
  cs: { quotes: ['„', '“', '‚', '‘'], letters: 'áčďéěíňóřšťúůýž„‚' },
  uk: { quotes: ['«', '»', '„', '“'], letters: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя«»„' },
  tr: { quotes: ['“', '”', '‘', '’'], letters: 'âçğıİöşûü' },
  ar: { quotes: ['«', '»', '”', '“'], letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي٠١٢٣٤٥٦٧٨٩،؛؟«»' },
  ja: {
    quotes: ['「', '」', '『', '』'],
    letters: Array.from({ length: 0xc0 }, (_, i) => String.fromCharCode(0x3040 + i)).join(''),
  },
}

/** Quotation marks of a language. */
export const quotationMarks = (language: Language): Typography['quotes'] => typography[language].quotes

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
  const own = typography[language].letters
  return own + own.toLocaleUpperCase(language)
}
