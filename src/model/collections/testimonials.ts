import { defineCollection } from '../collection.ts'
import { fields } from '../fields.ts'

export const testimonials = defineCollection({
  name: 'testimonials',
  label: { one: 'Testimonial', many: 'Testimonials' },
  admin: { path: 'chat', screen: 'chat' },
  fields: {
    image: fields.image({ label: 'Avatar', required: false }),
    fullname: fields.text({ label: 'Full name' }),
    country: fields.text({ label: 'Country' }),
    feedback: fields.textarea({ label: 'Feedback', max: 2000 }),
    email: fields.email({ label: 'E-mail', private: true, help: 'Never shown on the page.' }),
    star: fields.rating({ label: 'Stars' }),
  },
  table: ['image', 'fullname', 'country', 'star', 'email'],
  preview: { title: 'fullname', subtitle: 'country', image: 'image' },
  examples: [],
})
