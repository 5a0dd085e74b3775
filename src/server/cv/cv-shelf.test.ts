import { expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { newCvVariantSchema } from '../../model/cv/variant.ts'
import { identityOf } from '../snapshots/snapshots.ts'
import { createCvShelf } from './cv.ts'
import type { MakeCvForm } from './cv-forms.ts'
import { variantSource } from './cv-source.ts'

const { log } = keptLog()

it('gives the last good form of a CV to the audience that it was made for, and to no other', async () => {
  let fails = false
  const make: MakeCvForm = async (_, { document }) => {
    if (fails) throw new Error('The process ended.')
    return { bytes: Buffer.from(document.name) }
  }
  const shelf = createCvShelf({ make, security: [], log })
  const wanted = (fields: object) => {
    const variant = newCvVariantSchema.parse({ name: 'acme', ...fields })
    const source = variantSource(exampleContent(), 'https://mira.example', variant)
    return { path: '/cv/acme.pdf', kind: 'pdf' as const, source, audience: variant.anonymous ? 'anonymous' : 'link' }
  }
  const read = async (fields: object) => identityOf(await shelf.load(wanted(fields))).toString()
  expect(await read({})).toBe('Mira Solberg')
  fails = true
  expect(await read({ headline: 'Another' })).toBe('Mira Solberg')
  expect(shelf.ready(wanted({ headline: 'Another' }))).toBeDefined()
  await expect(read({ anonymous: true, headline: 'Somebody' })).rejects.toThrow('The process ended.')
  expect(shelf.ready(wanted({ anonymous: true, headline: 'Somebody' }))).toBeUndefined()
  fails = false
  expect(await read({ anonymous: true, headline: 'Nobody' })).toBe('Nobody')
})
