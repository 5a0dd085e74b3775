import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

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
  },
  period: { start: 'start_year', end: 'end_year' },
  table: ['start_year', 'end_year', 'name', 'program'],
  preview: { title: 'name', subtitle: 'program' },
  // Specification, section 1, static content: one entry.
  examples: [
    {
      start_year: '2019',
      end_year: '2020',
      name: 'Web Developer',
      program: 'Full Stack',
      about:
        'One of nine people at a travel company’s booking desk turned software team. React in front, Laravel behind, and a C# price service that nobody else wanted to open. I cut the booking form from eleven steps to four and learnt to read other people’s code before judging it.',
    },
  ],
})
