import { defineCollection } from '../collection.ts'
import { fields } from '../fields.ts'

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
    icon: fields.select({ label: 'Icon', options: serviceIcons }),
    title: fields.text({ label: 'Title', max: 60 }),
    text: fields.textarea({ label: 'Text', max: 400 }),
  },
  table: ['icon', 'title', 'text'],
  preview: { title: 'title', subtitle: 'text' },
  examples: [],
})
