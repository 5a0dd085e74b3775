import { type DataOf, fields, shapeOf } from '../fields/fields.ts'
import { settingFields } from '../settings/settings.ts'

/** Facts about the owner, asked once on a new site and written wherever the page uses them. */
export const introductionFields = {
  name: fields.text({ label: 'Name', max: 80 }),
  role: settingFields.role,
  headline: fields.text({
    label: 'Headline',
    max: 80,
    required: false,
    help: 'One line under your name, such as what you make. You can add more later.',
  }),
  live: fields.text({ label: 'Location', help: 'Where you live now.' }),
  portrait: fields.image({ label: 'Portrait' }),
  email: fields.email({ label: 'Email', help: 'Shown in About and in the footer.' }),
  age: fields.integer({ label: 'Age', min: 1, max: 150, required: false, help: 'Empty: not on the page.' }),
  from: fields.text({ label: 'From', required: false, help: 'Where you were born. Empty: not on the page.' }),
  links: { ...settingFields.socials, label: 'Links', help: 'Your profiles elsewhere, in the footer.' },
  cv: { ...settingFields.cv, help: 'A PDF to upload, or a link. Empty: the CV made from your entries.' },
}

export type Introduction = DataOf<typeof introductionFields>

export const introductionSchema = shapeOf(introductionFields, 'schema')
