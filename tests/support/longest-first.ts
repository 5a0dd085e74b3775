import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

/** Seconds that each file took when `npm test -- --times` was last run; files of a second or less are left out. */
const times = new Map<string, number>(
  Object.entries(JSON.parse(readFileSync(path.join(root, 'tests/times.json'), 'utf8'))),
)

/** Long files begin first, so that none is left alone on one core at the end; a fresh clone has no durations of its own to go by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) =>
      times.get(path.relative(root, moduleId).split(path.sep).join('/')) ?? 1
    return (await super.sort(files)).toSorted((one, other) => seconds(other) - seconds(one))
  }
}
