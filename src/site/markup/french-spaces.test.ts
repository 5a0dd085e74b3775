import { expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import { wordsOf } from '../../model/words/words.ts'
import { createMemo, createRenderer, frenchSpaces } from './renderer.ts'

it.each([
  ['Tarifs : à l’heure ; au forfait !', 'Tarifs\u202f: à l’heure\u202f; au forfait\u202f!'],
  ['<p title="Quoi ?">« Quoi\u00a0? »</p>', '<p title="Quoi ?">«\u202fQuoi\u202f?\u202f»</p>'],
  ['<pre><code>a ? b : c</code></pre> Oui !', '<pre><code>a ? b : c</code></pre> Oui\u202f!'],
  ['https://a.example/?b Sans espace: rien', 'https://a.example/?b Sans espace: rien'],
])('narrows the spaces of French punctuation that were written, and nothing else: %j', (markup, expected) => {
  expect(frenchSpaces(markup)).toBe(expected)
})

const titleIn = (language: string) => {
  const { settings } = exampleContent()
  const words = wordsOf(catalogueOf(language), { ...settings, language })
  return createRenderer(createMemo(), words, {}).uncached(({ title }: { title: string }) => title, { title: 'Oui ?' })
}

it('is for pages in French alone', () => {
  expect([titleIn('fr'), titleIn('fr-CA'), titleIn('en')]).toEqual(['Oui\u202f?', 'Oui\u202f?', 'Oui ?'])
})
