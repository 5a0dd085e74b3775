import path from 'node:path'
import { expect, test } from 'vitest'
import { readSources, testFileWith } from '../scripts/sources.ts'
import { promises } from './checks/by-tests.ts'
import { hasty, holes } from './checks/controls.ts'
import { throwers } from './checks/hostile-ids.ts'
import { everyMutation } from './checks/mutations.ts'
import { notSynced } from './checks/power-cut.ts'
import { thrower } from './checks/throwing-section.ts'
import { placesOf } from './support/planted.ts'

// The checks that plant these changes take minutes to hours, and not every change of the source is followed by a run of them.
const sources = readSources(path.resolve(import.meta.dirname, '..'))
const everyChange = [...everyMutation, ...holes, hasty, notSynced, thrower, ...throwers]

test.each(everyChange)('what is to be planted in $in stands there once: $old', (change) => {
  expect(placesOf(sources, change)).toHaveLength(1)
  expect(change.new).not.toBe(change.old)
})

const titles = [...everyMutation.map(({ noticed }) => noticed), ...promises.flatMap(({ tests }) => tests)]

test.each([...new Set(titles)])('a check runs the one file that tests “%s”', (title) => {
  expect(testFileWith(sources, title)).toMatch(/\.test\.tsx?$/)
})
