import { expect, test } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import { wordDifference } from './difference.tsx'

const side = (pieces: ReturnType<typeof wordDifference>, kind: 'removed' | 'added') =>
  pieces
    .filter((piece) => piece.kind === kind || piece.kind === 'same')
    .map(({ text }) => text)
    .join('')

test('shows a changed word next to unchanged text', () => {
  expect(wordDifference('a quiet page', 'a loud page')).toEqual([
    { text: 'a ', kind: 'same' },
    { text: 'quiet', kind: 'removed' },
    { text: ' ', kind: 'gap' },
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
  expect(wordDifference(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'gap', 'added'])
})

test('takes signs for a part of their word', () => {
  expect(wordDifference('C#', 'C sharp')).toEqual([
    { text: 'C#', kind: 'removed' },
    { text: ' ', kind: 'gap' },
    { text: 'C sharp', kind: 'added' },
  ])
})

test('shows words that follow one another as one change, up to the end of a line', () => {
  expect(wordDifference('one two three four', 'one 2 3 four').map(({ text, kind }) => [kind, text])).toEqual([
    ['same', 'one '],
    ['removed', 'two three'],
    ['gap', ' '],
    ['added', '2 3'],
    ['same', ' four'],
  ])
  expect(wordDifference('one\ntwo', '1\n2').map(({ text }) => text)).toEqual(['one', ' ', '1', '\n', 'two', ' ', '2'])
})

test('never lets a removed word touch an added one', () => {
  const random = seededRandom(11)
  const text = () => Array.from({ length: random.below(12) }, () => random.pick(['a', 'b', 'c', 'd'])).join(' ')
  for (let run = 0; run < 300; run += 1) {
    const kinds = wordDifference(text(), text()).map(({ kind }) => kind)
    for (const [at, kind] of kinds.entries()) if (kind === 'removed') expect(kinds[at + 1]).not.toBe('added')
  }
})
