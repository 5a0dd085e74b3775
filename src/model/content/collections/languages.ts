import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

/** The levels of the Common European Framework of Reference, above them the native language, in plain English. */
export const languageLevels = {
  native: 'Native',
  C2: 'Proficient (C2)',
  C1: 'Fluent (C1)',
  B2: 'Upper intermediate (B2)',
  B1: 'Intermediate (B1)',
  A2: 'Elementary (A2)',
  A1: 'Beginner (A1)',
} as const

type LanguageLevel = keyof typeof languageLevels

export const languages = defineCollection({
  name: 'languages',
  label: { one: 'Language', many: 'Languages' },
  admin: { path: 'language', screen: 'resume' },
  fields: {
    name: fields.text({ label: 'Name', max: 60 }),
    level: fields.select({
      label: 'Level',
      required: false,
      options: ['', ...(Object.keys(languageLevels) as LanguageLevel[])],
      labels: ['Not stated', ...Object.values(languageLevels)],
    }),
  },
  table: ['name', 'level'],
  preview: { title: 'name' },
})
