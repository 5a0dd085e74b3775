import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

// As they were measured in one run; what is not named takes less than about twenty seconds.
const long = [
  'tests/contract/undo.test.ts',
  'src/server/accounts/api/enumeration.test.ts',
  'src/server/media/image-process.test.ts',
  'tests/contract/collections.test.ts',
  'src/server/inbox/spam/corpus.test.ts',
  'src/server/media/media.test.ts',
  'src/server/backup/restore-backup.test.ts',
  'tests/e2e/admin/content-accessibility.browser.test.ts',
  'tests/e2e/admin/accessibility.browser.test.ts',
  'tests/e2e/extremes.browser.test.ts',
  'tests/e2e/admin/crop.browser.test.ts',
  'tests/e2e/admin/preview-use.browser.test.ts',
  'tests/e2e/admin/autosave.browser.test.ts',
  'tests/e2e/motion.browser.test.ts',
  'tests/e2e/admin/tables.browser.test.ts',
  'tests/e2e/admin/preview-fields.browser.test.ts',
  'tests/e2e/admin/forms.browser.test.ts',
  'tests/e2e/admin/preview.browser.test.ts',
  'tests/e2e/admin/inbox-accessibility.browser.test.ts',
]

/** Long files begin first, so that none is left alone on one core at the end; a fresh clone has no durations to go by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const file of long)
      if (!existsSync(path.join(root, file))) throw new Error(`There is no ${file} to begin with.`)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.indexOf(path.relative(root, moduleId))
      return place < 0 ? long.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
