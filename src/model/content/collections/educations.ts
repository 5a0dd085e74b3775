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
  },
  period: { start: 'start_year', end: 'end_year' },
  table: ['start_year', 'end_year', 'faculty', 'university'],
  preview: { title: 'faculty', subtitle: 'university' },
  examples: [
    {
      start_year: 2021,
      end_year: 2022,
      faculty: 'Type and typography, evening programme',
      university: 'Oficina da Graça, Lisbon',
      about:
        'Two evenings a week for a year: lettering with a flat brush, spacing by eye, setting a 64-page book in lead. It did more for my interfaces than any conference.',
    },
    {
      start_year: 2017,
      end_year: 2019,
      faculty: 'MA, Interaction Design',
      university: 'Tejo School of Design, Lisbon',
      about:
        'Thesis: timetables that people can read while walking. Forty passengers, three paper prototypes, and a printed grid that ended up on two ferry piers. Finished with distinction.',
    },
    {
      start_year: 2014,
      end_year: 2017,
      faculty: 'BSc, Informatics',
      university: 'Kvaløya University College, Tromsø',
      about:
        'Databases, networks, compilers, and a first job running the student radio’s website, which had to stay up when everybody voted at midnight. It mostly did.',
    },
  ],
})
