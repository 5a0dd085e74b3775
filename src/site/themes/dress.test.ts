import { expect, it } from 'vitest'
import { languages } from '../../model/words/languages.ts'
import { languageRules } from './dress.ts'

/** Outer and inner marks; those of English are the browser's. */
const marks: Record<string, string[]> = {
  de: ['„', '“', '‚', '‘'],
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
const germanic = ['de', 'nl', 'sv', 'nb', 'da']

it.each(languages)(
  'the page has the quotation marks of its language, and hyphens where it has some: %s',
  (language) => {
    const rules = languageRules(language)
    const quotes = marks[language]?.map((mark) => `"${mark}"`).join(' ')
    expect(/:root\{quotes:(.*?)\}/.exec(rules)?.[1]).toBe(quotes)
    const divided = !['en', 'ar', 'ja'].includes(language)
    expect(rules.includes('hyphens:auto')).toBe(divided)
    expect(/hyphenate-limit-chars:([\d ]+)/.exec(rules)?.[1]).toBe(
      divided ? (germanic.includes(language) ? '9 4 4' : '7 3 3') : undefined,
    )
  },
)
