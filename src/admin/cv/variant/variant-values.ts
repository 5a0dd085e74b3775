import { type CvCollection, cvCollections } from '../../../model/cv/cv-collections.ts'
import type { CvChoices, CvVariant, CvVariantPatch } from '../../../model/cv/variant.ts'
import type { Data } from '../../form/autosave.ts'
import { asInSettings } from './variant-fields.ts'

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
    ...Object.fromEntries(plain.map(([name, value]) => [name, stored[name]?.(value) ?? (stored[name] ? null : value)])),
    ...(chosen.length > 0 ? { entries } : {}),
  } as CvVariantPatch
}

/** Problems of the server by the fields of the form: `entries.skills.2.id` stands at `skills`. */
export const formProblems = (problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([path, message]) => [path.replace(/^entries\./, ''), message]))
