import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'
import { monthField } from '../month.ts'

export const experiences = defineCollection({
  name: 'experiences',
  label: { one: 'Experience', many: 'Experience' },
  admin: { path: 'job', screen: 'resume' },
  fields: {
    start_year: fields.yearText({ label: 'Start year', help: 'Text, so “2019” and “spring 2019” both do.' }),
    end_year: fields.yearText({ label: 'End year', ongoing: true }),
    name: fields.text({ label: 'Name' }),
    program: fields.text({ label: 'Program' }),
    about: fields.textarea({ label: 'About', max: 1000 }),
    company: fields.text({ label: 'Company', required: false }),
    location: fields.text({ label: 'Place', required: false }),
    url: fields.url({ label: 'Link', required: false, help: 'Of the company.' }),
    start_month: monthField({ label: 'Start month' }),
    end_month: monthField({ label: 'End month' }),
    highlights: fields.list({
      label: 'Highlights',
      required: false,
      max: 200,
      items: 12,
      help: 'What you achieved, a line each. Press Enter after each.',
    }),
  },
  period: { start: 'start_year', end: 'end_year', startMonth: 'start_month', endMonth: 'end_month' },
  table: ['start_year', 'end_year', 'name', 'program'],
  preview: { title: 'name', subtitle: 'program' },
})
