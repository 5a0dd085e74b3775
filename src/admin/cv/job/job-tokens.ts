/** Words of one clause, in order. */
export type Clause = readonly string[]

const longestWord = 60
const between = /[\n\r\t;:!?()[\]{}"„“”«»‹›•●▪◦·|…。、，；：！？「」『』（）・*<>=,]+|\.(?:\s|$)|\s[-–—&+]\s/u
const intoCjk = /([^\s\u3040-\u30ff\u3400-\u9fff\u3005])(?=[\u3040-\u30ff\u3400-\u9fff\u3005])/gu
const outOfCjk = /([\u3040-\u30ff\u3400-\u9fff\u3005])(?=[^\s\u3040-\u30ff\u3400-\u9fff\u3005])/gu
const isCjk = /[\u3040-\u30ff\u3400-\u9fff\u3005]/u
/** Terms that are one word although a slash parts them. */
const joinedBySlash = new Set(['ci/cd', 'a/b', 'tcp/ip', 'pl/sql', 'i/o'])

const isInner = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}\p{M}]/u.test(letter)

/** A word without the marks around it; `C++`, `C#` and `.NET` keep theirs. */
const trimmed = (word: string): string => {
  let [from, to] = [0, word.length]
  while (from < to && !isInner(word[from])) from += 1
  while (to > from && !isInner(word[to - 1])) to -= 1
  const after = word.slice(to)
  const end = after.startsWith('++') ? '++' : after.startsWith('#') && to - from === 1 ? '#' : ''
  const start = from > 0 && word[from - 1] === '.' && /^net\b/i.test(word.slice(from)) ? '.' : ''
  return start + word.slice(from, to) + end
}

/** Japanese has no spaces: katakana and kanji carry the terms, and long compounds come apart as the browser's dictionary does it. */
const japaneseWords = (text: string): string[] =>
  (text.match(/[\u30a1-\u30ff]{2,}|[\u3400-\u9fff\u3005]{2,}/gu) ?? []).flatMap((run) => {
    if (run.length <= 4 || /[\u30a1-\u30ff]/.test(run)) return [run]
    const parts = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(run)].map(({ segment }) => segment)
    return parts.filter(({ length }) => length > 1)
  })

const partsOf = (word: string): string[] => {
  const whole = trimmed(word)
  if (whole.length > longestWord) return []
  if (joinedBySlash.has(whole.toLowerCase()) || /^\p{Lu}&\p{Lu}$/u.test(whole)) return [whole]
  return whole
    .split(/[/&'’\-–—_\\]+/u)
    .map(trimmed)
    .filter((part) => part !== '')
}

/** The words of a text, clause by clause: what stands in two clauses is no term of several words. */
export const clausesOf = (text: string): Clause[] =>
  text
    .normalize('NFC')
    .replace(intoCjk, '$1 ')
    .replace(outOfCjk, '$1 ')
    .split(between)
    .map((clause) => clause.split(/\s+/u).flatMap((word) => (isCjk.test(word) ? japaneseWords(word) : partsOf(word))))
    .filter(({ length }) => length > 0)
