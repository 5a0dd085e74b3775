import { expect, it } from 'vitest'
import { folded } from '../db/paging.ts'
import { snippetOf } from './text-matches.ts'

const marked = (text: string, ...words: string[]) =>
  snippetOf(text, words.map(folded))
    ?.map(({ text: piece, matched }) => (matched ? `[${piece}]` : piece))
    .join('')

it('marks a word in the middle of its text, whatever its accents and case', () => {
  expect(marked('A quiet page for Graça Teles', 'GRACA')).toBe('A quiet page for [Graça] Teles')
  const long = `${'before '.repeat(20)}harbour${' after'.repeat(20)}`
  expect(marked(long, 'harbour')).toMatch(/^….{1,33}\[harbour\].{1,33}…$/)
})

it('takes the first word that is there', () => {
  expect(marked('tide and wind', 'storm', 'wind')).toBe('tide and [wind]')
  expect(marked('tide', 'storm')).toBeUndefined()
})
