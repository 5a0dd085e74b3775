import type { Language } from '../../../model/words/languages.ts'
import { keyOf } from './fold.ts'
import { isSmallWord, languageIn } from './job-language.ts'
import { type Clause, clausesOf } from './job-tokens.ts'
import { knownTerms, mostWords } from './known-terms.ts'

/** A term that an advertisement asks for, in its own words or those that most people use. */
export interface JobTerm {
  label: string
  /** Written together, as texts are compared by. */
  key: string
  /** Keys of its words. */
  parts: readonly string[]
  /** A skill or technology by its name or its writing; otherwise a word that is only repeated. */
  isSkill: boolean
  /** Number of times that it stands in the advertisement. */
  count: number
}

/** A larger text is cut here: no advertisement is that long. */
export const mostCharacters = 20_000
const mostSkills = 40
const mostPlain = 15
const longestName = 3

/** Known names that are also everyday words, so that only a capital tells them. */
const everyday = new Set(
  'c go jest rest rail rust swift spring sketch flutter express solid node react apache ruby perl angular electron ai ki ui ts js ml'.split(
    ' ',
  ),
)

/** A known term that begins at a word, the longest there is, and how many words it takes. */
export const knownAt = (words: Clause, at: number): { label: string; length: number } | undefined => {
  for (let length = Math.min(mostWords, words.length - at); length > 0; length -= 1) {
    const key = words
      .slice(at, at + length)
      .map(keyOf)
      .join('')
    const label = knownTerms.get(key)
    if (label && (!everyday.has(key) || /\p{Lu}/u.test(words[at] ?? ''))) return { label, length }
  }
  return undefined
}

/** Digits, marks or capitals inside: `OAuth2`, `gRPC`, `SAP`. */
const looksTechnical = (word: string): boolean =>
  word.length > 1 && /\p{L}/u.test(word) && /[+#.]|\p{Ll}\p{Lu}|^\p{Lu}{2,6}$|\p{L}\d|\p{Lu}\p{Lu}\p{Ll}/u.test(word)

const isCapitalized = (word: string) => /^\p{Lu}\p{Ll}/u.test(word)

/** Of one script that has neither capitals nor spaces. */
const isJapanese = (word: string) => /^[\u3040-\u30ff\u3400-\u9fff\u3005]+$/u.test(word)

/** Words of katakana, mostly loaned, and compounds of four kanji carry what a job asks for. */
const isJapaneseTerm = (word: string) => /^(?:[\u30a1-\u30ff]{3,}|[\u3400-\u9fff\u3005]{4,})$/u.test(word)

interface Found {
  words: readonly string[]
  label?: string
  isSkill: boolean
}

const foundIn = (clause: Clause, language: Language): Found[] => {
  const found: Found[] = []
  const isSmall = (word: string) => word.length < 2 || isSmallWord(word, language)
  // All German nouns have a capital, and so has each first word.
  const isName = (word: string, at: number) =>
    !isSmall(word) && (looksTechnical(word) || (language !== 'de' && at > 0 && isCapitalized(word)))
  for (let at = 0; at < clause.length; ) {
    const word = clause[at] ?? ''
    const known = knownAt(clause, at)
    if (known) {
      found.push({ words: clause.slice(at, at + known.length), label: known.label, isSkill: true })
      at += known.length
      continue
    }
    const start = at
    while (at < clause.length && at - start < longestName && isName(clause[at] ?? '', at) && !knownAt(clause, at))
      at += 1
    if (at > start) {
      found.push({ words: clause.slice(start, at), isSkill: true })
      continue
    }
    at += 1
    const isWord = isJapanese(word) || (word.length > 3 && /^\p{L}+$/u.test(word))
    if (isWord && !isSmall(word)) found.push({ words: [word], isSkill: isJapaneseTerm(word) })
  }
  return found
}

/** The terms of an advertisement, the weightiest first: skills before plain words, and what stands there often before the rest. */
export const jobTerms = (advertisement: string): JobTerm[] => {
  const clauses = clausesOf(advertisement.slice(0, mostCharacters))
  const language = languageIn(clauses)
  const terms = new Map<string, JobTerm>()
  for (const { words, label = words.join(' '), isSkill } of clauses.flatMap((clause) => foundIn(clause, language))) {
    const parts = label.split(/[ -]/).map(keyOf)
    const key = parts.join('')
    const known = terms.get(key)
    // Once named as a skill, it is one in each sentence.
    if (known) terms.set(key, { ...known, isSkill: known.isSkill || isSkill, count: known.count + 1 })
    else if (key !== '') terms.set(key, { label, key, parts, isSkill, count: 1 })
  }
  const byCount = [...terms.values()].sort((a, b) => b.count - a.count)
  return [
    ...byCount.filter(({ isSkill }) => isSkill).slice(0, mostSkills),
    ...byCount.filter(({ isSkill, count }) => !isSkill && count > 1).slice(0, mostPlain),
  ]
}
