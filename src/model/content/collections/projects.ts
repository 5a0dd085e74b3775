import { blocksField } from '../../blocks/blocks-field.ts'
import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'
import { caseFacts } from './case-facts.ts'
import { mainCategory } from './main-category.ts'
import { projectBody } from './project-body.ts'

export const projects = defineCollection({
  name: 'projects',
  label: { one: 'Project', many: 'Projects' },
  admin: { path: 'portfolio', screen: 'portfolio' },
  fields: {
    title: fields.text({ label: 'Title', max: 80 }),
    slug: fields.slug({ label: 'Address', help: 'The last part of the project’s address, /projects/….' }),
    categories: fields.categories({
      label: 'Categories',
      help: 'The first is the main one. Without any, the project stands under All only.',
    }),
    size: fields.select({ label: 'Size', options: ['small', 'medium', 'large'], required: false }),
    image: fields.image({ label: 'Image', required: false }),
    summary: fields.textarea({ label: 'Summary', required: false, max: 300 }),
    blocks: blocksField({ label: 'Case study' }),
    url: fields.url({ label: 'Link', required: false }),
    year: fields.integer({ label: 'Year', min: 1950, max: 2200, required: false }),
    tags: fields.list({ label: 'Tags', required: false, max: 30, items: 12 }),
    ...caseFacts,
  },
  table: ['image', 'title', 'categories', 'size', 'year'],
  aliases: { category: mainCategory, body: projectBody },
  preview: { title: 'title', subtitle: 'summary', image: 'image' },
})
