import { expect, it } from 'vitest'
import { awaitedValue } from '../../model/media/awaited-file.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { list, withUploads } from './upload-state.ts'

it('takes the path that a PDF will have for one that can be published, however long its name is', () => {
  const file = { id: '0198c0de-0000-7000-8000-00000000feed', name: `${'Curriculum vitae '.repeat(5)}.pdf` }
  const cv = awaitedValue(file)
  expect(settingFields.cv.schema.safeParse(withUploads(cv)).success).toBe(false)
  list.set([{ ...file, share: 0, state: 'sending', isPlaced: true }])
  expect(settingFields.cv.schema.safeParse(withUploads(cv)).success).toBe(true)
})
