import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const site = path.resolve(import.meta.dirname, '../src/site')
const joined = ['ar', 'ckb', 'fa', 'ps', 'sd', 'ug', 'ur']
const withoutCapitals = [...joined, 'he', 'ja', 'yi'].toSorted()

// Most of these languages have no catalogue, and no page of the tests.
it.each([
  ['styles/writing.css', 'letter-spacing: normal !important', joined],
  ['styles/writing.css', '--mono: var(--text)', withoutCapitals],
  ['themes/gallery/theme.css', '--track: normal', withoutCapitals],
  ['themes/literary/theme.css', 'font-style: normal', withoutCapitals],
  ['themes/literary/theme.css', 'float: inline-start', withoutCapitals],
])('%s has “%s” by the script of a language, not for one language alone', (file, declaration, languages) => {
  const css = readFileSync(path.join(site, file), 'utf8')
  const named = [...css.matchAll(/([^{}]*)\{(?=([^{}]*))/g)]
    .filter(([, , rules]) => rules?.includes(declaration))
    .flatMap(([, selector = '']) => [...selector.matchAll(/:lang\((\w+)\)/g)].map(([, language]) => language))
  expect(named.toSorted()).toEqual(languages)
})
