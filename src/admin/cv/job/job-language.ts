import type { Language } from '../../../model/words/languages.ts'
import { folded, keyOf } from './fold.ts'
import type { Clause } from './job-tokens.ts'
import { stopWords } from './stop-words.ts'

/** Not from the catalogues' list, which other screens would have to fetch apart. */
const languages = Object.keys(stopWords) as Language[]
const lists = new Map<Language, ReadonlySet<string>>()

const listOf = (language: Language): ReadonlySet<string> => {
  const known = lists.get(language)
  if (known) return known
  const words = stopWords[language].split(/\s+/)
  const list = new Set([...words.map(folded), ...words.map(keyOf)])
  lists.set(language, list)
  return list
}

/** The language with most of its small words in a text; English for a text without any. */
export const languageIn = (clauses: readonly Clause[]): Language => {
  const words = clauses.flat().map(folded)
  let [best, most] = ['en' as Language, 0]
  for (const language of languages) {
    const list = listOf(language)
    const count = words.filter((word) => list.has(word)).length
    if (count > most) [best, most] = [language, count]
  }
  return best
}

/** True for a word that says nothing of a job: in this language or in English, which the others' advertisements mix in. */
export const isSmallWord = (word: string, language: Language): boolean => {
  const list = listOf(language)
  const english = listOf('en')
  const says = (form: string) => list.has(form) || english.has(form)
  // 開発経験 is made of two words that say nothing.
  const halves = /^[\u3400-\u9fff]{4}$/u.test(word) ? [word.slice(0, 2), word.slice(2)] : [word]
  return says(folded(word)) || halves.map(keyOf).every(says)
}
