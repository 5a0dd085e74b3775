import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { promises } from './checks/by-tests.ts'
import { hasty, holes } from './checks/controls.ts'
import { throwers } from './checks/hostile-ids.ts'
import { everyMutation } from './checks/mutations.ts'
import { notSynced } from './checks/power-cut.ts'
import { thrower } from './checks/throwing-section.ts'
import { timesFound } from './support/planted.ts'

// The checks that plant these changes take minutes to hours, and not every change of the source is followed by a run of them.
const root = path.resolve(import.meta.dirname, '..')
const everyChange = [...everyMutation, ...holes, hasty, notSynced, thrower, ...throwers]

test.each(everyChange)('what is to be planted in $file stands there once: $old', (change) => {
  expect(timesFound(root, change)).toBe(1)
  expect(change.new).not.toBe(change.old)
})

const testFiles = [...everyMutation.flatMap(({ tests }) => tests), ...promises.flatMap(({ files }) => files)]

test.each([...new Set(testFiles)])('%s, which a check runs, is there', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true)
})
