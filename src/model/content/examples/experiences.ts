import { experiences } from '../collections/experiences.ts'
import { defineExamples } from './define-examples.ts'

// Specification, section 1, static content: one entry.
export const experiencesExamples = defineExamples(experiences, [
  {
    start_year: '2019',
    end_year: '2020',
    name: 'Web Developer',
    program: 'Full Stack',
    about:
      'One of nine people at a travel company’s booking desk turned software team. React in front, Laravel behind, and a C# price service that nobody else wanted to open. I cut the booking form from eleven steps to four and learnt to read other people’s code before judging it.',
  },
])
