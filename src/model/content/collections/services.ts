import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const serviceIcons = [
  'code',
  'layout',
  'speed',
  'device',
  'cart',
  'search',
  'server',
  'pen',
  'chart',
  'shield',
  'spark',
  'support',
] as const

export const services = defineCollection({
  name: 'services',
  label: { one: 'Service', many: 'Services' },
  admin: { path: 'service', screen: 'service' },
  fields: {
    icon: fields.select({ label: 'Icon', options: serviceIcons, required: false }),
    title: fields.text({ label: 'Title', max: 60 }),
    text: fields.textarea({ label: 'Text', required: false, max: 400 }),
  },
  table: ['icon', 'title', 'text'],
  preview: { title: 'title', subtitle: 'text' },
})
