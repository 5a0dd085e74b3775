import { diffArrays } from 'diff'

export interface Piece {
  text: string
  /** `gap` is a space of neither text. */
  kind: 'same' | 'removed' | 'added' | 'gap'
}

// Texts that differ in more words are shown one after the other: finding the shortest difference takes quadratic time.
const maxEditLength = 600

// Words end at spaces only, so that `C#` is one.
const wordsOf = (text: string) => text.match(/\s+|\S+/g) ?? []

/** A run of changes, which whitespace does not end: `a b` → `x y` is one change and not two. */
interface Run {
  removed: string
  added: string
}

const piecesOf = ({ removed, added }: Run): Piece[] => [
  ...(removed ? [{ text: removed, kind: 'removed' as const }] : []),
  ...(removed && added ? [{ text: ' ', kind: 'gap' as const }] : []),
  ...(added ? [{ text: added, kind: 'added' as const }] : []),
]

const isBlank = (text: string) => /^[^\S\n]+$/.test(text)

/** Removed and added words in their place between the words that stay, with a gap between what was and what is. */
export const wordDifference = (before: string, after: string): Piece[] => {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength })
  if (!parts) return piecesOf({ removed: before, added: after })
  const pieces: Piece[] = []
  let run: Run = { removed: '', added: '' }
  parts.forEach(({ value, added, removed }, at) => {
    const text = value.join('')
    const changed = added || removed
    const between = !changed && isBlank(text) && run.removed + run.added !== '' && at < parts.length - 1
    if (removed || between) run.removed += text
    if (added || between) run.added += text
    if (changed || between) return
    pieces.push(...piecesOf(run), { text, kind: 'same' })
    run = { removed: '', added: '' }
  })
  return [...pieces, ...piecesOf(run)]
}
