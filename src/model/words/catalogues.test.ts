import { describe, expect, it } from 'vitest'
import { sharedWithEnglish, textsOf } from '../../../tests/support/words.ts'
import { catalogueOf, catalogues } from './catalogues.ts'
import { english } from './en.ts'
import { languageOf } from './languages.ts'

type Tree = { readonly [key: string]: string | Tree }

const pluralsOf = (tree: Tree, path = ''): [path: string, categories: string[]][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string[]][] =>
    typeof value === 'string'
      ? []
      : 'other' in value
        ? [[`${path}${key}`, Object.keys(value)]]
        : pluralsOf(value, `${path}${key}.`),
  )
// No words: a separator and a number with its sign.
const isNoWord = (path: string) => path === 'page.separator' || path === 'resume.percent'
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

const englishTexts = textsOf(english)
const englishText = new Map(englishTexts)

describe.each(Object.entries(catalogues))('the catalogue %s', (language, catalogue) => {
  const texts = textsOf(catalogue)

  it('has no empty text, and none with space around it but the separator', () => {
    expect(texts.filter(([path, text]) => text === '' || (path !== 'page.separator' && text !== text.trim()))).toEqual(
      [],
    )
  })

  it('begins the title of a CV with the name and a dash, so that the word for it can stand alone', () => {
    expect(catalogue.cv.title).toMatch(/^\{name\} – [^\s–]/)
  })

  it('has no English text but those that the language spells alike', () => {
    if (language === 'en') return
    const same = texts.filter(([path, text]) => !isNoWord(path) && englishText.get(path) === text)
    expect([...new Set(same.map(([, text]) => text))].toSorted()).toEqual(
      (sharedWithEnglish[language] ?? []).toSorted(),
    )
  })

  it('has the placeholders of English in every text', () => {
    for (const [path, text] of texts) {
      const pattern = englishText.get(path) ?? englishText.get(path.replace(/\.\w+$/, '.other')) ?? ''
      // A plural may say one thing in a word.
      const wanted = /\.(?:zero|one|two)$/.test(path) && !text.includes('{n}') ? [] : placeholders(pattern)
      expect(placeholders(text), `${path}: ${text}`).toEqual(wanted)
    }
  })

  it('has a text for each plural category that whole numbers below a thousand have, and no other', () => {
    const rules = new Intl.PluralRules(language)
    const used = new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)).concat('other'))
    for (const [path, categories] of pluralsOf(catalogue as unknown as Tree))
      expect(categories.toSorted(), path).toEqual([...used].toSorted())
  })
})

it('has a catalogue for a code with a region, and English for a language that it does not know', () => {
  expect(catalogueOf('de-AT')).toBe(catalogues.de)
  expect(languageOf('nn')).toBe('nb')
  expect(languageOf('NO')).toBe('nb')
  expect(catalogueOf('fi')).toBe(english)
  expect(catalogueOf('__proto__')).toBe(english)
})
