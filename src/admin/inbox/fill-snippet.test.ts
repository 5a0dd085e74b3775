import { expect, it } from 'vitest'
import { fillSnippet } from './fill-snippet.ts'

it('says what the variables stand for', () => {
  const values = { name: ' Graça de Macedo ', site: 'Mira Solberg' }
  expect(fillSnippet('Hello {first_name}, dear {name}. {site}', values)).toBe(
    'Hello Graça, dear  Graça de Macedo . Mira Solberg',
  )
})

it('leaves what is no variable, and what came with a name, as they are', () => {
  expect(fillSnippet('{price} { name } {constructor}', { name: 'A', site: 'B' })).toBe('{price} { name } {constructor}')
  expect(fillSnippet('{name}', { name: '{site}', site: 'B' })).toBe('{site}')
})
