import { skills } from '../collections/skills.ts'
import { defineExamples } from './define-examples.ts'

// Specification, section 1, static content.
export const skillsExamples = defineExamples(skills, [
  { name: 'C#', percent: 20 },
  { name: 'Web Design', percent: 70 },
  { name: 'JavaScript', percent: 80 },
  { name: 'Laravel', percent: 60 },
  { name: 'HTML/CSS', percent: 95 },
  { name: 'React JS', percent: 80 },
  { name: 'Bootstrap', percent: 60 },
])
