import { expect, it } from 'vitest'
import { isProduct, readSources } from '../scripts/sources.ts'

// Promises about the source itself, which no run of it could show.
const product = [...readSources(`${import.meta.dirname}/..`)].filter(([file]) => isProduct(file))
const having = (pattern: RegExp) => product.flatMap(([file, text]) => (pattern.test(text) ? [file] : []))

it('the source turns no text into a program', () => {
  expect(product.length).toBeGreaterThan(300)
  expect(having(/\beval\(|\bnew Function\(|\bdocument\.write\(|\bset(?:Timeout|Interval)\(['"`]/)).toEqual([])
})

it('the source starts other programs in three places, none of them at a request’s word', () => {
  expect(
    having(/from 'node:child_process'/)
      .map((file) => file.replace(/.*\//, ''))
      .sort(),
  ).toEqual([
    // A backup of the day in a process of its own, helpers with fixed arguments, and the release that an operator names.
    'daily-backup.ts',
    'kept-process.ts',
    'update-command.ts',
  ])
})

it('the source inserts markup in React by one function alone', () => {
  expect(having(/dangerouslySetInnerHTML/)).toEqual(['src/site/markup/renderer.ts'])
})
