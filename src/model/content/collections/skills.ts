import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const skills = defineCollection({
  name: 'skills',
  label: { one: 'Skill', many: 'Skills' },
  admin: { path: 'skill', screen: 'resume' },
  fields: {
    name: fields.text({ label: 'Name', max: 60 }),
    percent: fields.percent({ label: 'Percent', required: false, help: 'Empty: the name alone.' }),
  },
  table: ['name', 'percent'],
  preview: { title: 'name' },
})
