import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const educations = defineCollection({
  name: 'educations',
  label: { one: 'Education', many: 'Education' },
  admin: { path: 'education', screen: 'resume' },
  fields: {
    start_year: fields.integer({ label: 'Start year', min: 1900, max: 2200 }),
    end_year: fields.integer({ label: 'End year', min: 1900, max: 2200, ongoing: true }),
    faculty: fields.text({ label: 'Faculty' }),
    university: fields.text({ label: 'University' }),
    about: fields.textarea({ label: 'About', max: 1000 }),
    degree: fields.text({ label: 'Degree', required: false }),
    location: fields.text({ label: 'Place', required: false }),
    url: fields.url({ label: 'Link', required: false, help: 'Of the university.' }),
  },
  period: { start: 'start_year', end: 'end_year' },
  table: ['start_year', 'end_year', 'faculty', 'university'],
  preview: { title: 'faculty', subtitle: 'university' },
})
