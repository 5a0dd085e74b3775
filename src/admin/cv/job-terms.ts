/** A term that an advertisement asks for, in its own words. */
export interface JobTerm {
  label: string
  /** Forms of its words in which they are compared. */
  keys: readonly string[]
  /** Number of times that it stands in the advertisement. */
  count: number
}

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

/** A larger text is cut here: no advertisement is that long. */
export const mostCharacters = 20_000
const mostTerms = 40
const longestWord = 60
const longestName = 3

/** What parts two clauses: a term does not go on after it. */
const between = /[\n\r\t;:!?()[\]{}"„“”«»‹›•●▪◦·|…。、，；：！？「」『』（）・*<>=,/]+|\.(?:\s|$)|\s[-–—&+]\s/u
/** `Node.js`, `C++`, `C#`, `.NET` are words; a hyphen parts two. */
const wordPattern = /\.net\b|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.'’&][\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?!\p{L}))?/giu
/** Japanese has no spaces: katakana and kanji carry the terms. */
const japanese = /[\u3040-\u30ff\u3400-\u9fff\u3005]+/gu
const japaneseWord = /[\u30a1-\u30ff]{2,}|[\u3400-\u9fff\u3005]{2,}/gu

/** Words of a text, clause by clause. */
const clausesOf = (text: string): string[][] =>
  text
    .normalize('NFC')
    .replace(japanese, (run) => ` ${run.match(japaneseWord)?.join(' ') ?? ''} `)
    .split(between)
    .map((clause) => (clause.match(wordPattern) ?? []).filter(({ length }) => length <= longestWord))

/** A word without what spelling varies in: case, accents, marks, an English plural. `Node.js` is `nodejs`. */
const keyOf = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\.(?=net$)/, 'dot')
    .replace(/[^\p{L}\p{N}+#]/gu, '')
    .replace(/(?<=^[a-z]{3,})(?<!s)s$/, '')

/** Marks, digits or capitals inside: `OAuth2`, `gRPC`, `SAP`. Katakana are mostly loaned words. */
const looksTechnical = (word: string): boolean =>
  word.length > 1 &&
  /[+#.]|\p{Ll}\p{Lu}|^\p{Lu}{2,6}$|\p{L}\d|\p{Lu}\p{Lu}\p{Ll}|^[\u30a1-\u30ff]{3,}$/u.test(word) &&
  /\p{L}/u.test(word)

const isCapitalized = (word: string) => /^\p{Lu}\p{Ll}/u.test(word)

/** Where so many words have a capital, as German nouns have, it tells no names. */
const commonCapitals = 0.25

/**
 * The terms of an advertisement, those that stand there often before the rest: names of technologies and of others by how they are
 * written, and whatever the titles of the CV's entries say.
 */
export const jobTerms = (advertisement: string, titles: readonly string[]): JobTerm[] => {
  const clauses = clausesOf(advertisement.slice(0, mostCharacters))
  const later = clauses.flatMap((clause) => clause.slice(1))
  const namesShow = later.filter(isCapitalized).length < later.length * commonCapitals
  const own = new Set(
    titles
      .flatMap(clausesOf)
      .flat()
      .filter((word) => word.length > 3 || looksTechnical(word))
      .map(keyOf),
  )
  const isName = (word: string, at: number) => looksTechnical(word) || (namesShow && at > 0 && isCapitalized(word))
  const terms = new Map<string, JobTerm>()
  for (const clause of clauses)
    for (let at = 0; at < clause.length; ) {
      let end = at
      while (end - at < longestName && end < clause.length && isName(clause[end] ?? '', end)) end += 1
      const words = end > at ? clause.slice(at, end) : clause.slice(at, at + 1).filter((word) => own.has(keyOf(word)))
      at = Math.max(end, at + 1)
      const keys = words.map(keyOf)
      const key = keys.join(' ')
      if (key !== '') terms.set(key, { label: words.join(' '), keys, count: (terms.get(key)?.count ?? 0) + 1 })
    }
  return [...terms.values()].sort((a, b) => b.count - a.count).slice(0, mostTerms)
}

/** A text that can be asked whether it says a term. Japanese compounds are written together. */
const says = (text: string): ((term: JobTerm) => boolean) => {
  const keys = new Set(clausesOf(text).flat().map(keyOf))
  const whole = text.normalize('NFC')
  return ({ keys: asked, label }) =>
    asked.every((key) => keys.has(key)) || (/^[\u3040-\u9fff]+$/.test(label) && whole.includes(label))
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
