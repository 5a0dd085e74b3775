import { expect, test } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import { type Piece, wordDifference } from './word-difference.ts'

const side = (pieces: Piece[], kind: 'gone' | 'new') =>
  pieces
    .filter((piece) => piece.kind === kind || piece.kind === 'same')
    .map(({ text }) => text)
    .join('')

test('a changed word is shown beside what stayed', () => {
  expect(wordDifference('a quiet page', 'a loud page')).toEqual([
    { text: 'a ', kind: 'same' },
    { text: 'quiet', kind: 'gone' },
    { text: 'loud', kind: 'new' },
    { text: ' page', kind: 'same' },
  ])
})

test('whatever the texts, both can be read from the difference', () => {
  const random = seededRandom(7)
  const text = () => Array.from({ length: random.below(30) }, () => random.pick(['a', 'b', 'c ', ' ', 'd\n'])).join(' ')
  for (let run = 0; run < 300; run += 1) {
    const [before, after] = [text(), text()]
    const pieces = wordDifference(before, after)
    expect([side(pieces, 'gone'), side(pieces, 'new')]).toEqual([before, after])
  }
})
