import path from 'node:path'
import { expect, it } from 'vitest'
import { isProduct, readSources } from '../scripts/sources.ts'

const root = path.resolve(import.meta.dirname, '..')

/**
 * What waits for a time: Playwright's waits, what turns a timer into a promise, and keys or clicks at a pace. A timer that ends what
 * takes too long is none of them.
 */
const sleep = /waitForTimeout\(|setTimeout as \w+|\bdelay: |setTimeout\((?:resolve|done|\(\) => resolve)\b/

/** A line that looks again and again until it is so says until when. */
const saysUntil = /\/\/ until /

const sleepsIn = (text: string) => text.split('\n').filter((line) => sleep.test(line) && !saysUntil.test(line))

/** Every file that is part of a test, but this one. */
const files = [...readSources(root)].filter(
  ([file]) => !isProduct(file) && file !== path.relative(root, import.meta.filename).replaceAll('\\', '/'),
)

it.each([
  'await page.waitForTimeout(250)',
  "import { setTimeout as wait } from 'node:timers/promises'",
  'await new Promise((resolve) => setTimeout(resolve, 100))',
  'await page.evaluate(() => new Promise((done) => setTimeout(done, 40)))',
  "await page.keyboard.type('text', { delay: 60 })",
])('finds that `%s` sleeps', (line) => {
  expect(sleepsIn(line)).toEqual([line])
})

it('lets a time limit be', () => {
  expect(sleepsIn("const deadline = setTimeout(() => child.kill('SIGKILL'), 15_000)")).toEqual([])
})

it('no test sleeps: it waits for what it needs, or advances the clock', () => {
  expect(files.length).toBeGreaterThan(300)
  const sleeping = files.flatMap(([file, text]) => sleepsIn(text).map((line) => `${file}: ${line.trim()}`))
  expect(sleeping).toEqual([])
})
