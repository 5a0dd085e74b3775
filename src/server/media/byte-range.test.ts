import { expect, it } from 'vitest'
import { byteRange } from './stored-bytes.ts'

it.each([
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['', undefined],
  ['bytes=-', undefined],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=1e1-', undefined],
  [`bytes=${'9'.repeat(40)}-`, undefined],
])('reads the range %s of a hundred bytes as %o', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})
