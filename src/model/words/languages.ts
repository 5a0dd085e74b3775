/** The languages of the catalogues, each with its own name. */
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

/** Quotation marks of each language: the outer ones, then those within them. French and Ukrainian ones stand as they are printed there. */
export const quotationMarks: Readonly<Record<Language, readonly [string, string, string, string]>> = {
  en: ['“', '”', '‘', '’'],
  de: ['„', '“', '‚', '‘'],
  // With the space that does not break.
  fr: ['«\u00a0', '\u00a0»', '“', '”'],
  es: ['«', '»', '“', '”'],
  pt: ['“', '”', '‘', '’'],
  it: ['«', '»', '“', '”'],
  nl: ['‘', '’', '“', '”'],
  pl: ['„', '”', '«', '»'],
  sv: ['”', '”', '’', '’'],
  nb: ['«', '»', '‘', '’'],
  da: ['”', '”', '’', '’'],
  cs: ['„', '“', '‚', '‘'],
  uk: ['«', '»', '„', '“'],
  tr: ['“', '”', '‘', '’'],
  ar: ['«', '»', '”', '“'],
  ja: ['「', '」', '『', '』'],
}

/** Letters and quotation marks of each language beside those of English, in lower case where there are two cases. */
const letters: Readonly<Record<Language, string>> = {
  en: '',
  de: 'äöüß„‚',
  fr: 'àâæçèéêëîïôœùûüÿ«»',
  es: 'áéíñóúü¡¿ªº«»',
  pt: 'àáâãçéêíòóôõúüªº«»',
  it: 'àèéìíîòóùúªº«»',
  nl: 'áâèéêëíïóôöúûü',
  pl: 'ąćęłńóśźż„«»',
  sv: 'àåäéöü',
  nb: 'àâåæéèêòóôøü«»',
  da: 'åæéøü«»',
  cs: 'áčďéěíňóřšťúůýž„‚',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя«»„',
  tr: 'âçğıİöşûü',
  ar: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي٠١٢٣٤٥٦٧٨٩،؛؟«»',
  ja: Array.from({ length: 0xc0 }, (_, i) => String.fromCharCode(0x3040 + i)).join(''),
}

/** What somebody types in this language and not in English, in both cases. A language without a catalogue has none. */
export const lettersOf = (code: string): string => {
  const language = languageOf(code)
  const own = letters[language]
  return own + own.toLocaleUpperCase(language)
}
