import { keyOf } from './fold.ts'
import { type JobTerm, knownAt } from './job-terms.ts'
import { clausesOf } from './job-tokens.ts'
import { mostWords } from './known-terms.ts'

/** An entry with all that it says on the CV. */
export interface EntryText {
  id: string
  title: string
  text: string
}

interface Comparison {
  has: readonly JobTerm[]
  /** With the entries that say the term and are hidden. */
  lacks: readonly (JobTerm & { hiddenIn: readonly EntryText[] })[]
}

/** A text that can be asked whether it says a term. */
const says = (text: string): ((term: JobTerm) => boolean) => {
  const keys = new Set<string>()
  let japanese = ''
  for (const clause of clausesOf(text)) {
    const words = clause.map(keyOf)
    words.forEach((word, at) => {
      for (let length = 1; length <= mostWords && at + length <= words.length; length += 1)
        keys.add(words.slice(at, at + length).join(''))
      const known = knownAt(clause, at)
      if (known) keys.add(known.label.split(/[ -]/).map(keyOf).join(''))
      if (/[\u3040-\u9fff]/.test(word)) japanese += `${word} `
    })
  }
  return ({ key, parts }) =>
    keys.has(key) ||
    (parts.length > 1 && parts.every((part) => keys.has(part))) ||
    // Compounds are written together: 要件定義 stands in 要件定義書.
    (/^[\u3040-\u9fff]+$/.test(key) && japanese.includes(key))
}

/** Which terms a CV says and which it lacks, in the order of the terms. */
export const compared = (
  terms: readonly JobTerm[],
  { shown, hidden }: { shown: string; hidden: readonly EntryText[] },
): Comparison => {
  const isShown = says(shown)
  const isHidden = hidden.map((entry) => ({ entry, isIn: says(`${entry.title}\n${entry.text}`) }))
  return {
    has: terms.filter(isShown),
    lacks: terms
      .filter((term) => !isShown(term))
      .map((term) => ({ ...term, hiddenIn: isHidden.flatMap(({ entry, isIn }) => (isIn(term) ? [entry] : [])) })),
  }
}
