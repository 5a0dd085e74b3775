import { collections, findCollection } from '../../model/content/collections.ts'
import { cvOf } from '../../model/cv/cv.ts'
import { type CvCollection, cvCollections } from '../../model/cv/cv-collections.ts'
import {
  type CvChoice,
  type CvChoices,
  type CvSelection,
  type CvVariant,
  type CvVariantPatch,
  cvAccesses,
  cvChoicesSchema,
  cvVariantFields,
  saidTexts,
} from '../../model/cv/variant.ts'
import { type Field, fields } from '../../model/fields/fields.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { sameValue } from '../../model/same-value.ts'
import { cvDesigns, cvFields, cvPapers } from '../../model/settings/cv-fields.ts'
import { z } from '../../model/zod.ts'
import { ApiError, call, queryClient } from '../api/client.ts'
import type { Data, Stored } from '../form/autosave.ts'
import type { FormSource } from '../form/open-form.ts'
import { forgetVariants, variantsKey } from './variants-api.ts'

export type Published = PublishedEntry<CvCollection>

/** Choices of one collection; null as long as the variant follows the page. */
export type Choices = readonly CvChoice[] | null

/** An entry as the screen lists it. */
export interface ChoiceRow {
  id: string
  hidden: boolean
  text: Readonly<Record<string, unknown>>
  /** Undefined while it is not published. */
  entry: Published | undefined
  /** Published since the entries were chosen: the variant does not name it. */
  isNew: boolean
}

/** All entries of a collection in the variant's order; those that it does not name follow, hidden. */
export const rowsOf = (published: readonly Published[], choices: Choices): ChoiceRow[] => {
  if (!choices) return published.map((entry) => ({ id: entry.id, hidden: false, text: {}, entry, isNew: false }))
  const byId = new Map(published.map((entry) => [entry.id, entry]))
  const named = new Set(choices.map(({ id }) => id))
  return [
    ...choices.map(({ id, hidden = false, text = {} }) => ({ id, hidden, text, entry: byId.get(id), isNew: false })),
    ...published
      .filter(({ id }) => !named.has(id))
      .map((entry) => ({ id: entry.id, hidden: true, text: {}, entry, isNew: true })),
  ]
}

/** The rows as they are stored. What still follows the page in everything goes on following it. */
export const choicesOf = (rows: readonly ChoiceRow[], published: readonly Published[]): Choices => {
  const choices = rows
    .filter(({ isNew }) => !isNew)
    .map(({ id, hidden, text }) => ({
      id,
      ...(hidden ? { hidden } : {}),
      ...(Object.keys(text).length > 0 ? { text } : {}),
    }))
  return sameValue(
    choices,
    published.map(({ id }) => ({ id })),
  )
    ? null
    : (choices as CvChoice[])
}

/** The rows with another state of one; it is named from now on. */
export const changedRow = (
  rows: readonly ChoiceRow[],
  id: string,
  change: Partial<Pick<ChoiceRow, 'hidden' | 'text'>>,
): ChoiceRow[] => rows.map((row) => (row.id === id ? { ...row, ...change, isNew: false } : row))

/** The row's words with another text of a field; the entry's own text is none. */
export const reworded = ({ text, entry }: ChoiceRow, field: string, value: unknown): ChoiceRow['text'] => {
  const { [field]: _, ...others } = text
  const original = (entry as unknown as Readonly<Record<string, unknown>> | undefined)?.[field]
  return sameValue(value, original) ? others : { ...others, [field]: value }
}

/** An entry's texts as the variant says them. */
export const wordsOf = (collection: CvCollection, { entry, text }: Pick<ChoiceRow, 'entry' | 'text'>): string =>
  saidTexts(collection, { ...entry, ...text }).join('\n')

/** An option that leaves it to Settings. */
export const asInSettings = ''

const optional = <const O extends readonly string[]>(label: string, options: O, labels: readonly string[]) =>
  fields.select({ label, options: [asInSettings, ...options], labels: ['As in Settings', ...labels] })

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
const variantFields = {
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
  design: optional('Design', cvDesigns, cvFields.cvDesign.labels ?? cvDesigns),
  paper: optional('Paper', cvPapers, cvFields.cvPaper.labels ?? cvPapers),
  portrait: optional('Portrait', ['yes', 'no'], ['With it', 'Without']),
  onePage: optional('PDF of one page', ['yes', 'no'], ['One page', 'As many as it takes']),
  ...(Object.fromEntries(cvCollections.map((name) => [name, choicesField(name)])) as Record<
    CvCollection,
    Field<Choices>
  >),
}

const isCollection = (name: string): name is CvCollection => cvCollections.some((one) => one === name)

const flagText = (flag: boolean | null) => (flag === null ? asInSettings : flag ? 'yes' : 'no')
const flagOf = (text: unknown) => (text === asInSettings ? null : text === 'yes')
const orNull = (text: unknown) => (text === asInSettings ? null : text)

/** A stored variant as the values of its form. */
export const valuesOf = (variant: CvVariant): Data => {
  const { title, name, access, anonymous, headline, summary, design, paper, portrait, onePage, entries } = variant
  return {
    ...{ title, name, access, anonymous, headline: headline ?? '', summary: summary ?? '' },
    ...{ design: design ?? asInSettings, paper: paper ?? asInSettings },
    ...{ portrait: flagText(portrait), onePage: flagText(onePage) },
    ...Object.fromEntries(cvCollections.map((collection) => [collection, entries[collection] ?? null])),
  }
}

const stored: Readonly<Record<string, (value: unknown) => unknown>> = {
  ...{ headline: orNull, summary: orNull, design: orNull, paper: orNull, portrait: flagOf, onePage: flagOf },
}

/** Some values of the form as the server takes them. Entries are written whole: those of `others` are as they were. */
export const patchOf = (values: Data, others: CvChoices): CvVariantPatch => {
  const plain = Object.entries(values).filter(([name]) => !isCollection(name))
  const chosen = Object.entries(values).filter(([name]) => isCollection(name))
  const entries = Object.fromEntries(
    Object.entries({ ...others, ...Object.fromEntries(chosen) }).filter(([, choices]) => choices),
  ) as CvChoices
  return {
    ...Object.fromEntries(plain.map(([name, value]) => [name, stored[name] ? stored[name](value) : value])),
    ...(chosen.length > 0 ? { entries } : {}),
  } as CvVariantPatch
}

/** Problems of the server by the fields of the form: `entries.skills.2.id` stands at `skills`. */
export const formProblems = (problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([path, message]) => [path.replace(/^entries\./, ''), message]))

export const storedVariant = (variant: CvVariant): Stored => ({
  version: variant.version,
  status: 'published',
  data: valuesOf(variant),
})

/** The newest known state of a variant. */
const known = (id: string) =>
  queryClient.getQueryData<readonly CvVariant[]>(variantsKey)?.find((variant) => variant.id === id)

/** Puts a stored variant into the list, without asking for all of them again. */
export const keepVariant = (variant: CvVariant): void => {
  queryClient.setQueryData<readonly CvVariant[]>(variantsKey, (list = []) =>
    list.map((one) => (one.id === variant.id ? variant : one)),
  )
}

/** Form of a variant. What it says is live, so it is saved on request. */
export const variantSource = (id: string): FormSource => ({
  key: `cv-variants/${id}`,
  fields: variantFields,
  onRequest: true,
  send: async ({ fields, version }, signal) => {
    try {
      const variant = await call('PATCH /api/cv-variants/:id', {
        ...{ id, version, signal },
        body: patchOf(fields, known(id)?.entries ?? {}),
      })
      void forgetVariants()
      return variant
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error
      throw new ApiError(error.code, error.message, { status: 422, fields: formProblems(error.fields) })
    }
  },
  stored: (answer) => {
    const variant = answer as CvVariant
    keepVariant(variant)
    return storedVariant(variant)
  },
})

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Title of an entry, or what it is when it is gone. */
export const titleOf = (collection: CvCollection, entry: Published | undefined): string => {
  const name = findCollection(collection)?.preview.title ?? ''
  const title = textOf((entry as unknown as Data | undefined)?.[name])
  if (title !== '') return title
  const { one } = collections[collection].label
  return entry ? `${one} without a title` : `${one} that is not published`
}

const period = ({ start_year, end_year }: Data) => [start_year, end_year].map(textOf).filter(Boolean).join(' – ')

/** Text that tells one entry from another of the same title: company and time, degree, issuer. */
export const subtitleOf = (collection: CvCollection, entry: Published | undefined): string => {
  const data = (entry ?? {}) as unknown as Data
  const parts: Readonly<Record<CvCollection, readonly unknown[]>> = {
    experiences: [data.company || data.program, period(data)],
    educations: [data.university, period(data)],
    projects: [data.client, data.period || data.year],
    lists: [((data.items ?? []) as unknown[]).length],
    skills: [],
    certificates: [data.issuer, data.year],
    languages: [data.level],
  }
  return parts[collection].map(textOf).filter(Boolean).join(' · ')
}

/** The entries of a collection that a CV can show: what the page shows of it. */
export const publishedOf = (content: Content, collection: CvCollection): readonly Published[] =>
  cvOf(content, '')[collection] as readonly Published[]

/** Texts of a variant, and those that its hidden entries would add. */
export const variantTexts = (content: Content, selection: CvSelection) => {
  const cv = cvOf(content, '', selection)
  const all = cvOf(content, '')
  const shown = cvCollections.flatMap((name) => cv[name].map((entry) => wordsOf(name, { entry, text: {} })))
  const hidden = cvCollections.flatMap((collection) => {
    const ids = new Set(cv[collection].map(({ id }) => id))
    return (all[collection] as readonly Published[])
      .filter(({ id }) => !ids.has(id))
      .map((entry) => {
        const text = selection.entries[collection]?.find(({ id }) => id === entry.id)?.text ?? {}
        return {
          collection,
          id: entry.id,
          title: titleOf(collection, entry),
          text: wordsOf(collection, { entry, text }),
        }
      })
  })
  const titles = cvCollections.flatMap((name) =>
    (all[name] as readonly Published[]).map((entry) => titleOf(name, entry)),
  )
  return { titles, shown: [cv.person.role, cv.person.summary, ...shown].join('\n'), hidden }
}
