import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'
import { monthField } from '../month.ts'
import { caseFacts } from './case-facts.ts'

/** What a list may be of. It decides the structured data and the part of JSON Resume, not the look. */
const kinds = ['other', 'talks', 'exhibitions', 'press', 'clients', 'publications'] as const

export type ListKind = (typeof kinds)[number]

/** An entry is a whole list, which the owner names. */
export const lists = defineCollection({
  name: 'lists',
  label: { one: 'List', many: 'Lists' },
  admin: { path: 'list', screen: 'list', title: 'Lists' },
  fields: {
    kind: fields.select({
      label: 'What it lists',
      required: false,
      options: kinds,
      proposes: 'title',
      help: 'For search engines and the CV as JSON. The list looks the same.',
    }),
    title: fields.text({ label: 'Title', max: 80 }),
    link: fields.select({ label: 'Link in', required: false, options: ['navbar', 'footer', 'none'] }),
    items: fields.items({
      label: 'Items',
      one: 'Item',
      max: 200,
      help: 'The newest comes first on the page; of one year, your order counts.',
      fields: {
        year: fields.integer({ label: 'Year', min: 1900, max: 2200, required: false }),
        month: monthField({ label: 'Month' }),
        title: fields.text({ label: 'Title', max: 200 }),
        place: fields.text({ label: 'Place', required: false }),
        url: fields.url({ label: 'Link', required: false }),
        text: fields.text({ label: 'Note', max: 200, required: false }),
        links: caseFacts.links,
      },
    }),
  },
  table: ['title', 'kind', 'link'],
  preview: { title: 'title' },
})
