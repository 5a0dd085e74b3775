import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const about = defineCollection({
  name: 'about',
  label: { one: 'About', many: 'About' },
  admin: { path: 'about', screen: 'about' },
  fields: {
    image: fields.image({ label: 'Portrait', required: false, help: 'Empty: About goes without one.' }),
    name: fields.text({ label: 'Name' }),
    email: fields.email({ label: 'Email' }),
    age: fields.integer({ label: 'Age', min: 1, max: 150, shownBy: 'show_age' }),
    show_age: fields.flag({ label: 'Age visible', empty: true }),
    from: fields.text({ label: 'From', help: 'Where you were born.', shownBy: 'show_from' }),
    show_from: fields.flag({ label: 'Birthplace visible', empty: true }),
    live: fields.text({ label: 'Lives in', help: 'Where you live now.' }),
  },
  table: ['image', 'name', 'email', 'age', 'from', 'live'],
  preview: { title: 'name', subtitle: 'live', image: 'image' },
})
