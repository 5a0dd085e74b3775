import { type DataOf, fields, shapeOf } from '../fields/fields.ts'
import { settingFields } from '../settings/settings.ts'
import type { z } from '../zod.ts'

/** Facts about the owner, asked once on a new site and written wherever the page uses them. */
export const introductionFields = {
  language: settingFields.language,
  name: fields.text({ label: 'Name', max: 80 }),
  role: settingFields.role,
  headline: fields.text({
    label: 'Headline',
    max: 80,
    required: false,
    help: 'One line under your name, such as what you make. You can add more later.',
  }),
  introduction: settingFields.introduction,
  live: fields.text({ label: 'Location', help: 'Where you live now.' }),
  portrait: fields.image({ label: 'Portrait', required: false, help: 'Empty: the page goes without one.' }),
  email: fields.email({ label: 'Email', help: 'Shown in About and in the footer.' }),
  age: fields.integer({ label: 'Age', min: 1, max: 150, required: false, help: 'Empty: not on the page.' }),
  from: fields.text({ label: 'From', required: false, help: 'Where you were born. Empty: not on the page.' }),
  links: { ...settingFields.socials, label: 'Links', help: 'Your profiles elsewhere, in the footer.' },
  cv: { ...settingFields.cv, help: 'A PDF to upload, or a link. Empty: the CV made from your entries.' },
  registration: {
    ...settingFields.registration,
    label: 'Strangers may register',
    help: 'They become members, who cannot edit. Without this, only people with an invitation can register.',
    empty: false,
  },
}

const { language, introduction, registration, ...facts } = introductionFields
const settings = { language, introduction, registration }

/** Without an answer, a setting stays as it is. */
export type Introduction = DataOf<typeof facts> & Partial<DataOf<typeof settings>>

export const introductionSchema = (shapeOf(facts, 'schema') as unknown as z.ZodObject).extend(
  (shapeOf(settings, 'schema') as unknown as z.ZodObject).partial().shape,
) as unknown as z.ZodType<Introduction>
