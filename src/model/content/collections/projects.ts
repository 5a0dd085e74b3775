import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'
import { categories } from './categories.ts'
import { projectExamples } from './project-examples.ts'

export const projects = defineCollection({
  name: 'projects',
  label: { one: 'Project', many: 'Projects' },
  admin: { path: 'portfolio', screen: 'portfolio' },
  fields: {
    title: fields.text({ label: 'Title', max: 80 }),
    slug: fields.slug({ label: 'Address', help: 'The last part of the project’s address, /projects/….' }),
    category: fields.select({ label: 'Category', options: categories }),
    size: fields.select({ label: 'Size', options: ['small', 'medium', 'large'] }),
    image: fields.image({ label: 'Image' }),
    summary: fields.textarea({ label: 'Summary', max: 300 }),
    body: fields.markdown({ label: 'Text', required: false }),
    url: fields.url({ label: 'Link', required: false }),
    year: fields.integer({ label: 'Year', min: 1950, max: 2200, required: false }),
    tags: fields.list({ label: 'Tags', required: false, max: 30, items: 12 }),
  },
  table: ['image', 'title', 'category', 'size', 'year'],
  preview: { title: 'title', subtitle: 'summary', image: 'image' },
  examples: projectExamples,
})
