import { about } from '../collections/about.ts'
import { defineExamples } from './define-examples.ts'

export const aboutExamples = defineExamples(about, [
  {
    image: 'portrait.svg',
    name: 'Mira Solberg',
    email: 'hello@mirasolberg.example',
    age: 31,
    show_age: true,
    from: 'Tromsø, Norway',
    show_from: true,
    live: 'Lisbon, Portugal',
  },
])
