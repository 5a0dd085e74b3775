import type { seededRandom } from '../../tests/support/random.ts'

type Random = ReturnType<typeof seededRandom>

/** What clients send that nobody thought of. */
export const nasty: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  '\r\nX-Injected: 1',
  '😀'.repeat(400),
  'x'.repeat(5000),
  "' or 1=1 --",
  '"; drop table entries; --',
  '%00',
  '%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '#{7*7}',
  '{{7*7}}',
  'true',
  'null',
  'NaN',
  '1e999',
  '2026-13-45',
  'https://[::1',
  'mailto:',
  '//evil.example',
  'data:text/html,x',
  '__proto__',
  'constructor',
  'toString',
  [],
  [[]],
  [null],
  {},
  { $ne: null },
  { length: 1e9 },
  { toString: 1 },
  Object.fromEntries([['then', 1]]),
  Array.from({ length: 300 }, (_, n) => n),
]

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'role',
  'id',
  'version',
  'hasOwnProperty',
  '',
  '0',
  'a.b',
  'é',
  'x'.repeat(300),
]

/** JSON text with a key that an object literal cannot have, and the like. */
export const brokenJson = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '1',
  '{"a":1}}',
  '{"__proto__":{"role":"owner"}}',
  '{"data":{"__proto__":{"x":1}}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '['.repeat(20_000),
  `{"data":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`,
  'a=b&a=c',
  '\u0000',
]

/** A value with one thing wrong with it, or right. */
export const spoiled = (value: unknown, random: Random): unknown => {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.pick(nasty)
  if (Array.isArray(value))
    return value.length > 0
      ? value.map((item) => (random.chance(0.4) ? spoiled(item, random) : item))
      : [random.pick(nasty)]
  const keys = Object.keys(value)
  const key = keys.length > 0 && random.chance(0.7) ? random.pick(keys) : random.pick(names)
  const copy: Record<string, unknown> = Object.fromEntries(Object.entries(value))
  if (random.chance(0.2)) delete copy[key]
  else
    Object.defineProperty(copy, key, {
      value: spoiled(copy[key], random),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return copy
}
