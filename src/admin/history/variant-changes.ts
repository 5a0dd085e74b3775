import { collections } from '../../model/content/collections/index.ts'
import { type CvCollection, cvCollections } from '../../model/cv/cv-collections.ts'
import type { CvAccess, CvChoice, CvVariantData } from '../../model/cv/variant.ts'
import type { FieldChange } from './field-change.ts'

type State = CvVariantData & { link: string }

const accesses: Readonly<Record<CvAccess, string>> = { public: 'Public', link: 'By link' }
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
const asInSettings = 'As in Settings'

/** Texts of a variant's fields, by their labels. */
const texts = (state: State | null): ReadonlyMap<string, string> => {
  if (!state) return new Map()
  const { name, title, access, anonymous, headline, summary, design, paper, portrait, onePage } = state
  const choice = (value: boolean | null) => (value === null ? asInSettings : yesOrNo(value))
  return new Map([
    ['Name', name],
    ['Title', title],
    ['Access', accesses[access]],
    ['Anonymous', yesOrNo(anonymous)],
    ['Headline', headline ?? asInSettings],
    ['Summary', summary ?? asInSettings],
    ['Design', design ?? asInSettings],
    ['Paper', paper ?? asInSettings],
    ['Portrait', choice(portrait)],
    ['One page', choice(onePage)],
  ])
}

/** Numbers of the entries of a list, and of those that are hidden or reworded. */
const listText = (list: readonly CvChoice[] | undefined): string => {
  if (!list) return 'All, as in the CV'
  const hidden = list.filter((one) => one.hidden).length
  const reworded = list.filter(({ text }) => text).length
  return [
    `${list.length - hidden} chosen`,
    ...(hidden > 0 ? [`${hidden} hidden`] : []),
    ...(reworded > 0 ? [`${reworded} in other words`] : []),
  ].join(', ')
}

const listOf = (state: State | null, name: CvCollection) => state?.entries[name] as CvChoice[] | undefined

const change = (label: string, before: string, after: string): FieldChange => ({ label, kind: 'plain', before, after })

/** Sentences on what a change did to a variant of the CV. Its link is named without its key. */
export const variantChanges = (before: State | null, after: State | null): FieldChange[] => {
  const [was, is] = [texts(before), texts(after)]
  const named = [...new Set([...was.keys(), ...is.keys()])].flatMap((label) => {
    const [from, to] = [was.get(label) ?? '', is.get(label) ?? '']
    const initial = before === null || after === null ? from === '' || to === '' : false
    const says = (text: string) => (initial && text === asInSettings ? '' : text)
    return from === to || says(from) === says(to) ? [] : [change(label, says(from), says(to))]
  })
  const lists = cvCollections.flatMap((name) => {
    const [from, to] = [listOf(before, name), listOf(after, name)]
    if (JSON.stringify(from) === JSON.stringify(to)) return []
    const [said, says] = [before ? listText(from) : '', after ? listText(to) : '']
    const order = said === says ? ', changed' : ''
    return [change(collections[name].label.many, said, says + order)]
  })
  const replaced = before && after && before.link !== after.link
  return [...named, ...lists, ...(replaced ? [change('Link', 'The former one', 'Another one')] : [])]
}
