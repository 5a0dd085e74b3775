import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const certificates = defineCollection({
  name: 'certificates',
  label: { one: 'Certificate', many: 'Certificates' },
  admin: { path: 'certificate', screen: 'resume' },
  fields: {
    title: fields.text({ label: 'Title' }),
    issuer: fields.text({ label: 'Issuer', required: false }),
    year: fields.integer({ label: 'Year', min: 1950, max: 2200, required: false }),
    url: fields.url({ label: 'Link', required: false, help: 'Where one can check it.' }),
  },
  table: ['title', 'issuer', 'year'],
  preview: { title: 'title', subtitle: 'issuer' },
})
