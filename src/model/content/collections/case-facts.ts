import { fields } from '../../fields/fields.ts'

/** Facts that make a case study of a project, all optional. */
export const caseFacts = {
  client: fields.text({ label: 'Client', required: false, max: 80 }),
  role: fields.text({ label: 'Role', required: false, max: 80, help: 'What you did.' }),
  period: fields.text({ label: 'Period', required: false, max: 60, help: 'Such as: March to June 2023, six weeks.' }),
  team: fields.list({
    label: 'Team',
    required: false,
    max: 80,
    items: 20,
    help: 'Who else worked on it. Press Enter or a comma after each.',
  }),
  awards: fields.list({ label: 'Awards', required: false, max: 120, items: 12 }),
  links: fields.items({
    label: 'Further links',
    one: 'Link',
    max: 8,
    fields: { label: fields.text({ label: 'Label', max: 60 }), url: fields.url({ label: 'Address' }) },
  }),
  cover: fields.image({ label: 'Card image', required: false, help: 'In the portfolio. Empty: the image.' }),
  imageFit: fields.select({
    label: 'Image on its page',
    options: ['whole', 'fill'],
    labels: ['Whole', 'Filling its frame'],
    required: false,
  }),
}
