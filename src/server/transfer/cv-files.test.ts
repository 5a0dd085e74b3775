import { expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { newCvVariantSchema } from '../../model/cv/variant.ts'
import type { MakeCvForm } from '../cv/cv-forms.ts'
import type { StoredVariant } from '../cv/variants.ts'
import { cvFiles } from './content-files.ts'

const times = { createdAt: '2026-11-23T12:00:00.000Z', updatedAt: '2026-11-23T12:00:00.000Z' }
const variant = (name: string, access: 'public' | 'link'): StoredVariant => ({
  ...{ id: name, version: 1, link: name, ...times },
  data: newCvVariantSchema.parse({ name, access, headline: name }),
})

it('An export for visitors has the CV and its public variants, and none that is shown by link', async () => {
  const makeCvForm: MakeCvForm = async (_, { document }) => ({ bytes: Buffer.from(document.role) })
  const variants = [variant('open', 'public'), variant('secret', 'link')]
  const config = { publicUrl: 'https://mira.example' }
  const files = new Map<string, string>()
  const content = exampleContent()
  for await (const { name, bytes } of cvFiles({ makeCvForm, config, themes: [] }, { content, variants }, () => {}))
    files.set(name, Buffer.from(bytes).toString())
  const forms = ['pdf', 'docx', 'txt', 'json']
  expect([...files.keys()]).toEqual([...forms.map((form) => `cv.${form}`), ...forms.map((form) => `cv/open.${form}`)])
  expect([files.get('cv.txt'), files.get('cv/open.txt')]).toEqual([content.settings.role, 'open'])
})
