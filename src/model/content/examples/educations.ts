import { educations } from '../collections/educations.ts'
import { defineExamples } from './define-examples.ts'

export const educationsExamples = defineExamples(educations, [
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
])
