import { expect, it } from 'vitest'
import { fillSnippet } from './reply.tsx'

it('fills in the variables', () => {
  const values = { name: ' Graça de Macedo ', site: 'Mira Solberg' }
  expect(fillSnippet('Hello {first_name}, dear {name}. {site}', values)).toBe(
    'Hello Graça, dear  Graça de Macedo . Mira Solberg',
  )
})

it('leaves unknown variables, and braces in names, as they are', () => {
  expect(fillSnippet('{price} { name } {constructor}', { name: 'A', site: 'B' })).toBe('{price} { name } {constructor}')
  expect(fillSnippet('{name}', { name: '{site}', site: 'B' })).toBe('{site}')
})
