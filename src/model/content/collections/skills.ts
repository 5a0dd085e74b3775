import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const skills = defineCollection({
  name: 'skills',
  label: { one: 'Skill', many: 'Skills' },
  admin: { path: 'skill', screen: 'resume' },
  fields: {
    name: fields.text({ label: 'Name', max: 60 }),
    percent: fields.percent({ label: 'Percent' }),
  },
  table: ['name', 'percent'],
  preview: { title: 'name' },
  // Specification, section 1, static content.
  examples: [
    { name: 'C#', percent: 20 },
    { name: 'Web Design', percent: 70 },
    { name: 'JavaScript', percent: 80 },
    { name: 'Laravel', percent: 60 },
    { name: 'HTML/CSS', percent: 95 },
    { name: 'React JS', percent: 80 },
    { name: 'Bootstrap', percent: 60 },
  ],
})
