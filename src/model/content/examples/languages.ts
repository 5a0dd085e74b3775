import { languages } from '../collections/languages.ts'
import { defineExamples } from './define-examples.ts'

export const languagesExamples = defineExamples(languages, [
  { name: 'Norwegian', level: 'native' },
  { name: 'Portuguese', level: 'C1' },
  { name: 'Polish', level: 'A2' },
])
