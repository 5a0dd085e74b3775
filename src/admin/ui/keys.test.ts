import { expect, it } from 'vitest'
import { latinKey } from './keys.ts'

it.each([
  ['a Latin keyboard', { key: 'k', code: 'KeyK' }, 'k'],
  ['a Russian one', { key: 'л', code: 'KeyK' }, 'k'],
  ['a Greek one, with Shift', { key: 'Λ', code: 'KeyL', shiftKey: true }, 'L'],
  ['a Turkish one, Q', { key: 'ı', code: 'KeyI' }, 'i'],
  ['a Turkish one, F', { key: 'ı', code: 'KeyR' }, 'i'],
  // There the letters stand where they stand: a shortcut would be another one than its key says.
  ['a French one, bépo', { key: 'à', code: 'KeyB' }, 'à'],
  ['a Turkish one, with a letter of its own', { key: 'ğ', code: 'KeyG' }, 'ğ'],
  ['any, for a key with a name', { key: 'Enter', code: 'Enter' }, 'Enter'],
])('a press has its character on %s', (_, press, expected) => {
  expect(latinKey(press)).toBe(expected)
})

it('a press that a browser makes itself, to fill a field in, has none', () => {
  expect(latinKey({})).toBe('')
})
