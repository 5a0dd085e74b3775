import { diffArrays } from 'diff'

export interface Piece {
  text: string
  kind: 'same' | 'removed' | 'added'
}

// Texts that differ in more words are shown one after the other: finding the shortest difference takes quadratic time.
const maxEditLength = 600

// Words end at spaces only, so that `C#` is one.
const wordsOf = (text: string) => text.match(/\s+|\S+/g) ?? []

/** Removed and added words in their place between the words that stay. */
export const wordDifference = (before: string, after: string): Piece[] =>
  diffArrays(wordsOf(before), wordsOf(after), { maxEditLength })?.map(({ value, added, removed }) => ({
    text: value.join(''),
    kind: added ? 'added' : removed ? 'removed' : 'same',
  })) ?? [
    { text: before, kind: 'removed' },
    { text: after, kind: 'added' },
  ]
