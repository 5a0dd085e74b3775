import { expect, it } from 'vitest'
import { languages } from '../../model/words/languages.ts'
import { outline } from './outline.ts'

const headingsIn = (language: string) =>
  outline(language).flatMap((block) => (block.kind === 'text' ? [block.markdown.trim()] : []))

it('begins a case study with headings in the language of the site, and with English where it has none', () => {
  expect(headingsIn('de')).toEqual(['## Die Aufgabe', '## Die Arbeit', '## Das Ergebnis'])
  expect(headingsIn('tlh')).toEqual(headingsIn('en'))
  expect(new Set(languages.map((language) => headingsIn(language).join())).size).toBe(languages.length)
})
