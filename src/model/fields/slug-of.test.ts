import { expect, test } from 'vitest'
import { collections } from '../content/collections.ts'
import { slugOf } from './slug-of.ts'

test('turns a title into a readable slug', () => {
  expect(slugOf('Café Ørsted & Co.')).toBe('cafe-orsted-co')
  expect(slugOf('  Meia-Lua: the baker’s page ')).toBe('meia-lua-the-bakers-page')
  expect(slugOf('Straße 7')).toBe('strasse-7')
})

test('proposes nothing for a title without Latin letters', () => {
  expect(slugOf('日本語')).toBe('')
})

test('proposes only slugs that can be published', () => {
  const { schema } = collections.projects.fields.slug
  for (const title of ['a', 'x'.repeat(200), `${'ab '.repeat(40)}`, '--9--', 'Ærø’s ferry']) {
    expect(schema.safeParse(slugOf(title)).success, title).toBe(true)
  }
})
