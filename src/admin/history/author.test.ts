import { expect, it } from 'vitest'
import { author } from './change-item.tsx'

it.each([
  ['a person', 'Zp1cQ0bqv5xW7mN2kT8rY4sJ6hG3dLfA', 'Ada Byron', 'Ada Byron'],
  ['a deleted account', 'Zp1cQ0bqv5xW7mN2kT8rY4sJ6hG3dLfA', null, 'Deleted account'],
  ['a token', 'token:Build script', null, 'Token “Build script”'],
  ['the samples', 'samples', null, 'samples'],
])('names %s', (_, by, byName, name) => {
  expect(author({ by, byName })).toBe(name)
})
