import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const testimonials = defineCollection({
  name: 'testimonials',
  label: { one: 'Testimonial', many: 'Testimonials' },
  // The sidebar’s label is the specification’s; people look for testimonials.
  admin: { path: 'chat', screen: 'chat', title: 'Testimonials' },
  fields: {
    image: fields.image({ label: 'Avatar', required: false }),
    fullname: fields.text({ label: 'Full name' }),
    country: fields.text({ label: 'Country', shownBy: 'show_country' }),
    show_country: fields.flag({ label: 'Country visible', empty: true }),
    feedback: fields.textarea({ label: 'Feedback', max: 2000 }),
    email: fields.email({ label: 'Email', private: true, help: 'Never shown on the page.' }),
    star: fields.rating({ label: 'Stars' }),
  },
  table: ['image', 'fullname', 'country', 'star', 'email'],
  preview: { title: 'fullname', subtitle: 'country', image: 'image' },
})
