import path from 'node:path'
import { expect, it } from 'vitest'
import { growsFaster, hostileTexts } from './support/hostile-texts.ts'
import { sourceExpressions } from './support/source-expressions.ts'

const { literals, built } = sourceExpressions(path.resolve(import.meta.dirname, '..'))

const isNotLinear = (pattern: string, flags: string) =>
  hostileTexts(pattern, flags).find((text) => growsFaster(pattern, flags, text))

it.each([
  [/\/+$/, 'starts again at each slash'],
  [/\s+\S*$/, 'starts again at each space'],
  [/\s*\n\s*/g, 'shares spaces with the line end'],
  [/^-+|-+$/g, 'starts again at each hyphen'],
  [/[.,;:!?)\]}»”’]+$/, 'starts again at each sign'],
  [/^(<(?:br|img)\b[^>]*?)\s*\/>$/, 'has two parts that take a space'],
  [/^(?:a+)+$/, 'takes the same in exponentially many ways'],
  [/^\w+\s?(?:\w+\s?)*$/, 'takes a word in exponentially many ways'],
  [/^(?:[a-z]|[\w])+@$/, 'has two alternatives for a letter'],
  [/^x\d*\d*\d*y$/, 'shares digits among three parts'],
])('finds that %s is not linear: it %s', ({ source, flags }) => {
  expect(isNotLinear(source, flags)).toBeDefined()
})

it('finds every expression of the sources', () => {
  expect(literals.length).toBeGreaterThan(150)
  expect([...built].sort()).toEqual([
    // A word, escaped, where one begins.
    expect.stringMatching(/^new RegExp\(`\$\{wordStart\(word\)\}\$\{escaped\(word\)\}`, 'u'\)$/),
    // From a fixed list of scripts; a single character, so linear.
    expect.stringMatching(/^new RegExp\(`\\\\p\{Script=\$\{name\}\}`, 'gu'\)$/),
    // Copies of literals with another flag.
    "new RegExp(controlsButLines, 'g')",
    // Words of the owner's name, escaped, with at most three marks between two, and what is not seen between letters.
    "new RegExp(patternOf(one), 'giu')",
    "new RegExp(unstorable, 'gu')",
  ])
})

it('has no regular expression in the sources whose time grows faster than the text', () => {
  const found = literals.flatMap(({ at, pattern, flags }) => {
    const text = isNotLinear(pattern, flags)
    return text ? [`${at}: /${pattern}/${flags} with ${JSON.stringify(text)}`] : []
  })
  expect(found).toEqual([])
})
