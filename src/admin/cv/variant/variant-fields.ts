import { collections } from '../../../model/content/collections/index.ts'
import { type CvCollection, cvCollections } from '../../../model/cv/cv-collections.ts'
import { cvAccesses, cvChoicesSchema, cvVariantFields } from '../../../model/cv/variant.ts'
import { type Field, fields } from '../../../model/fields/fields.ts'
import { cvDesigns, cvFields, cvPapers } from '../../../model/settings/cv-fields.ts'
import { z } from '../../../model/zod.ts'
import type { Choices } from './choices.ts'

/** An option that leaves it to Settings. */
export const asInSettings = ''

const optional = <const O extends readonly string[]>(label: string, options: O, labels: readonly string[]) =>
  fields.select({ label, options: [asInSettings, ...options], labels: ['As in Settings', ...labels] })

const titled = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Problems stand at their path in the list, such as `2.text.name`. */
const choicesField = (name: CvCollection): Field<Choices> => {
  const schema = z.custom<Choices>().superRefine((choices, context) => {
    for (const { path, message } of cvChoicesSchema.safeParse(choices ? { [name]: choices } : {}).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: path.slice(1), message })
  })
  const { many: label } = collections[name].label
  return { kind: 'items', label, required: false, private: false, empty: null, schema, draft: schema }
}

const nameSchema = cvVariantFields.name

/** Fields of the form: each collection on its own, so that two windows may choose in two of them. */
export const variantFields = {
  title: fields.text({ label: 'Title', max: 120, help: 'For you alone, such as the company and the position.' }),
  name: {
    ...fields.slug({ label: 'Address', help: 'The last part of it: /cv/….pdf' }),
    ...{ max: 60, schema: nameSchema, draft: nameSchema },
  },
  access: fields.select({
    label: 'Who can open it',
    options: [...cvAccesses].reverse() as ['link', 'public'],
    labels: ['Only with its link', 'Everybody'],
  }),
  anonymous: fields.flag({
    label: 'Anonymous',
    help: 'Without your name, portrait, contact and links. Other texts that name you are pointed out below the preview.',
  }),
  headline: fields.text({ label: 'What you are', max: 80, required: false }),
  summary: fields.textarea({ label: 'Introduction', max: 1000, required: false }),
  design: optional('Design', cvDesigns, cvDesigns.map(titled)),
  paper: optional('Paper', cvPapers, cvFields.cvPaper.labels ?? cvPapers),
  portrait: optional('Portrait', ['yes', 'no'], ['With it', 'Without']),
  onePage: optional('PDF of one page', ['yes', 'no'], ['One page', 'As many as it takes']),
  ...(Object.fromEntries(cvCollections.map((name) => [name, choicesField(name)])) as Record<
    CvCollection,
    Field<Choices>
  >),
}
