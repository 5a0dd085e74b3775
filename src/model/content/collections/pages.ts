import { filledIn } from '../../blocks/blanks.ts'
import { blocksField } from '../../blocks/blocks-field.ts'
import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'
import { rootSlug } from '../reserved-slugs.ts'

export const pages = defineCollection({
  name: 'pages',
  label: { one: 'Page', many: 'Pages' },
  admin: { path: 'page', screen: 'page', title: 'Pages' },
  fields: {
    title: fields.text({ label: 'Title', max: 80 }),
    slug: rootSlug(fields.slug({ label: 'Address', help: 'The page stands at /… of your site.' })),
    placement: fields.select({
      label: 'Placement',
      required: false,
      options: ['page', 'section'],
      labels: ['Own page', 'Section'],
      help: 'A page of its own, or a section of the one page: where “Pages” stands among the sections in Settings.',
    }),
    link: fields.select({
      label: 'Link in',
      required: false,
      options: ['footer', 'navbar', 'none'],
      labels: ['Footer', 'Navbar', 'Nowhere'],
    }),
    blocks: filledIn(blocksField({ label: 'Content' })),
  },
  table: ['title', 'slug', 'placement', 'link'],
  preview: { title: 'title', subtitle: 'slug' },
})
