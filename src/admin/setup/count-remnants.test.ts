import { expect, it } from 'vitest'
import { countRemnants } from './setup-api.ts'

const remnant = (collection: string, entry: string | null, field: string | null = null) => ({
  collection,
  entry,
  field,
  title: 'T',
})

it('counts what is left by its kind, an entry once however many fields it has', () => {
  const left = [
    remnant('settings', null, 'introduction'),
    remnant('projects', 'a', 'title'),
    remnant('projects', 'a', 'blocks'),
    remnant('media', 'b'),
    remnant('media', 'c'),
  ]
  expect(countRemnants(left)).toBe('Settings (1), Projects (1), and Media (2)')
  expect(countRemnants([])).toBe('')
})
