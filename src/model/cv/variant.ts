import { type CollectionName, collections, type EntryData } from '../content/collections.ts'
import type { Field, Fields } from '../fields/fields.ts'
import { leavesOf } from '../fields/leaves-of.ts'
import { cvDesigns, cvPapers } from '../settings/cv-fields.ts'
import { line, longText } from '../text-rules.ts'
import { z } from '../zod.ts'
import { type CvCollection, mostOfACollection } from './cv-collections.ts'

/** The fields of each collection that a variant may say in other words; dates, levels and links are those of the entry. */
export const rewordable = {
  experiences: ['name', 'program', 'company', 'location', 'about', 'highlights'],
  educations: ['faculty', 'university', 'degree', 'location', 'about'],
  projects: ['title', 'summary', 'role', 'client', 'period', 'tags', 'awards'],
  lists: ['title'],
  skills: ['name'],
  certificates: ['title', 'issuer'],
  languages: ['name'],
} as const satisfies { readonly [N in CvCollection]: readonly (keyof EntryData<N>)[] }

/** Other words for an entry: of some of its text fields. */
export type Rewording<N extends CvCollection> = {
  -readonly [F in (typeof rewordable)[N][number]]?: EntryData<N>[F & keyof EntryData<N>]
}

/** Bounds and rules are those of the entry's own fields. */
const rewordingSchema = <N extends CvCollection>(name: N): z.ZodType<Rewording<N>> => {
  const fields = collections[name satisfies CollectionName].fields as unknown as Readonly<Record<string, Field>>
  return z.strictObject(
    Object.fromEntries(rewordable[name].map((field) => [field, fields[field]?.schema.optional() ?? z.never()])),
  ) as unknown as z.ZodType<Rewording<N>>
}

/** The texts of an entry that a CV says, those of a list's items too. */
export const saidTexts = (name: CvCollection, entry: object): string[] => {
  const said: readonly string[] = [...rewordable[name], 'items']
  return leavesOf(collections[name].fields as unknown as Fields, { ...entry })
    .filter(({ path, field }) => said.includes(path.split('.')[0] ?? '') && field.kind !== 'url')
    .flatMap(({ value }) => value)
    .filter((text): text is string => typeof text === 'string' && text !== '')
}

/** Variants that a site has at most. */
export const mostVariants = 50

/** `public`: for everybody who knows the address; `link`: for who has its key as well. */
export const cvAccesses = ['public', 'link'] as const
export type CvAccess = (typeof cvAccesses)[number]

/** An entry of a variant. */
export interface CvChoice<N extends CvCollection = CvCollection> {
  id: string
  /** Left out, its place and its words kept. */
  hidden?: boolean | undefined
  /** Other words for some of its texts; what is not named is said as the entry has it. */
  text?: Rewording<N> | undefined
}

/**
 * The entries of a variant. A collection that is not named is that of the CV: all entries in the page's order, later ones too. A
 * collection that is named has these entries in this order and no other; one that is not published is passed over as long as it is not.
 */
export type CvChoices = { [N in CvCollection]?: CvChoice<N>[] | undefined }

const choicesOf = <N extends CvCollection>(name: N): z.ZodType<CvChoice<N>[]> =>
  z
    .array(
      z.strictObject({
        id: z.string('An entry is named by its id.').max(64),
        hidden: z.boolean().optional(),
        text: rewordingSchema(name).optional(),
      }),
      'A list of entries.',
    )
    .max(mostOfACollection, `At most ${mostOfACollection} entries of a collection.`)
    .superRefine((list, context) => {
      const seen = new Set<string>()
      for (const [index, { id }] of list.entries()) {
        if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], message: 'It is in the list twice.' })
        seen.add(id)
      }
    }) as unknown as z.ZodType<CvChoice<N>[]>

export const cvChoicesSchema: z.ZodType<CvChoices> = z.strictObject({
  experiences: choicesOf('experiences').optional(),
  educations: choicesOf('educations').optional(),
  projects: choicesOf('projects').optional(),
  lists: choicesOf('lists').optional(),
  skills: choicesOf('skills').optional(),
  certificates: choicesOf('certificates').optional(),
  languages: choicesOf('languages').optional(),
})

const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const asInSettings = 'Null: as in Settings.'

/** Fields of a variant, for writing. */
export const cvVariantFields = {
  name: line('Name', 60)
    .refine((name) => name !== '', 'Name is required.')
    .refine(
      (name) => name === '' || namePattern.test(name),
      'Use small letters, digits and single hyphens, like web-design.',
    )
    .describe('The last part of its address, /cv/….'),
  title: line('Title', 120).describe('For the owner; no form says it.'),
  access: z.enum(cvAccesses, 'Choose public or link.'),
  anonymous: z.boolean().describe('Without name, portrait, contact and links that lead to the owner.'),
  headline: line('Headline', 80).nullable().describe(`What the person is, in a few words. ${asInSettings}`),
  summary: longText('Summary', 1000).nullable().describe(`The text at the beginning. ${asInSettings}`),
  design: z.enum(cvDesigns, 'Choose one of the designs.').nullable().describe(asInSettings),
  paper: z.enum(cvPapers, 'Choose a4 or letter.').nullable().describe(asInSettings),
  portrait: z.boolean().nullable().describe(asInSettings),
  onePage: z.boolean().nullable().describe(asInSettings),
  entries: cvChoicesSchema.describe(
    'Entries of each collection, in their order. A collection that is missing is that of the CV, whole.',
  ),
}

const initial = {
  ...{ title: '', access: 'link' as const, anonymous: false, headline: null, summary: null },
  ...{ design: null, paper: null, portrait: null, onePage: null, entries: {} },
}

const { name, ...others } = cvVariantFields

const withInitial = {
  title: others.title.default(initial.title),
  access: others.access.default(initial.access),
  anonymous: others.anonymous.default(initial.anonymous),
  headline: others.headline.default(initial.headline),
  summary: others.summary.default(initial.summary),
  design: others.design.default(initial.design),
  paper: others.paper.default(initial.paper),
  portrait: others.portrait.default(initial.portrait),
  onePage: others.onePage.default(initial.onePage),
  entries: others.entries.default(initial.entries),
}

/** Fields that create a variant. Missing ones are as in Settings; access is by link. */
export const newCvVariantSchema = z.strictObject({ name, ...withInitial })
export type NewCvVariant = z.input<typeof newCvVariantSchema>
/** A variant as it is written, whole. */
export type CvVariantData = z.output<typeof newCvVariantSchema>

/** Changed fields alone; `entries` is replaced whole. */
export const cvVariantPatchSchema = z.strictObject(cvVariantFields).partial()
export type CvVariantPatch = z.input<typeof cvVariantPatchSchema>

/** A variant that need not be stored yet, for the preview: its name does not matter. */
export const cvVariantDraftSchema = z.strictObject({ name: z.string().max(200).optional(), ...withInitial })
export type CvVariantDraft = z.input<typeof cvVariantDraftSchema>

/** The part of a variant that says what of the CV it shows. */
export type CvSelection = Pick<CvVariantData, 'anonymous' | 'headline' | 'summary' | 'entries'>

const address = z.url()

/** A variant as the owner gets it. */
export const cvVariantSchema = z.object({
  id: z.string(),
  version: z.int(),
  ...cvVariantFields,
  urls: z
    .object({ pdf: address, docx: address, txt: address, json: address })
    .describe('Whole addresses of its forms; with its key where access is by link, so that they can be sent.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type CvVariant = z.infer<typeof cvVariantSchema>
