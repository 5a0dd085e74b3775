import { expect, test } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import { type Piece, wordDifference } from './word-difference.ts'

const side = (pieces: Piece[], kind: 'removed' | 'added') =>
  pieces
    .filter((piece) => piece.kind === kind || piece.kind === 'same')
    .map(({ text }) => text)
    .join('')

test('shows a changed word next to unchanged text', () => {
  expect(wordDifference('a quiet page', 'a loud page')).toEqual([
    { text: 'a ', kind: 'same' },
    { text: 'quiet', kind: 'removed' },
    { text: 'loud', kind: 'added' },
    { text: ' page', kind: 'same' },
  ])
})

test('keeps both texts readable in the difference', () => {
  const random = seededRandom(7)
  const text = () => Array.from({ length: random.below(30) }, () => random.pick(['a', 'b', 'c ', ' ', 'd\n'])).join(' ')
  for (let run = 0; run < 300; run += 1) {
    const [before, after] = [text(), text()]
    const pieces = wordDifference(before, after)
    expect([side(pieces, 'removed'), side(pieces, 'added')]).toEqual([before, after])
  }
})

test('shows two long texts with hardly a common word one after the other', () => {
  const words = (word: string) => Array.from({ length: 2000 }, (_, n) => `${word}${n}`).join(' ')
  expect(wordDifference(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

test('takes signs for a part of their word', () => {
  expect(wordDifference('C#', 'C sharp')).toEqual([
    { text: 'C#', kind: 'removed' },
    { text: 'C sharp', kind: 'added' },
  ])
})
