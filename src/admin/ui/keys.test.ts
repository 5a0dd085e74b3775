import { expect, it } from 'vitest'
import { latinKey } from './keys.ts'

it.each([
  ['a Latin one', 'k', 'KeyK', 'k'],
  ['a Russian one', 'л', 'KeyK', 'k'],
  ['a Greek one, with Shift', 'Λ', 'KeyL', 'L'],
  ['a Turkish one', 'ı', 'KeyI', 'i'],
  // There the letters stand where they stand: a shortcut would be another one than its key says.
  ['a French one, bépo', 'à', 'KeyB', 'à'],
  ['a Turkish one with a letter of its own', 'ğ', 'KeyG', 'ğ'],
  ['any, a key with a name', 'Enter', 'Enter', 'Enter'],
  ['none: the browser fills a field in', undefined, undefined, ''],
])('the character of a press on a keyboard, %s', (_, key, code, expected) => {
  const shiftKey = key === 'Λ'
  expect(latinKey({ ...(key && code ? { key, code } : {}), shiftKey })).toBe(expected)
})
