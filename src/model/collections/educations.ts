import { defineCollection } from '../collection.ts'
import { fields } from '../fields.ts'

export const educations = defineCollection({
  name: 'educations',
  label: { one: 'Education', many: 'Education' },
  admin: { path: 'education', screen: 'resume' },
  fields: {
    start_year: fields.integer({ label: 'Start year', min: 1900, max: 2200 }),
    end_year: fields.integer({ label: 'End year', min: 1900, max: 2200 }),
    faculty: fields.text({ label: 'Faculty' }),
    university: fields.text({ label: 'University' }),
    about: fields.textarea({ label: 'About', max: 1000 }),
  },
  table: ['start_year', 'end_year', 'faculty', 'university'],
  preview: { title: 'faculty', subtitle: 'university' },
  examples: [],
})
