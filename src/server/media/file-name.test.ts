import { expect, it } from 'vitest'
import { fileName } from './media-row.ts'

it.each([
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['\u2066a\u2069\u200e\u200f\u061cb.png', 'ab.png'],
  ['a\u0000\u0007\u0085\u009b\r\n\u2028b.png', 'ab.png'],
  ['C:\\Users\\me\\x.png', 'x.png'],
  ['../../etc/passwd', 'passwd'],
  ['\u202e', 'image'],
  ['half \ud83d a pair.png', 'half  a pair.png'],
  ['Ünï 日本 עברית 😀.png', 'Ünï 日本 עברית 😀.png'],
])('%j is kept as %j', (given, kept) => {
  expect(fileName(given)).toBe(kept)
})

it('a long name is cut without halving a character', () => {
  const name = fileName(`${'x'.repeat(199)}😀.png`)
  expect(name).toBe('x'.repeat(199))
  expect(encodeURIComponent(name)).toBe(name)
})
