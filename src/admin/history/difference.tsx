import { diffArrays } from 'diff'
import { collections, findCollection } from '../../model/content/collections.ts'
import type { Schedule } from '../../model/content/entry.ts'
import { type CvCollection, cvCollections } from '../../model/cv/cv-collections.ts'
import type { CvAccess, CvChoice, CvVariantData } from '../../model/cv/variant.ts'
import type { Field, Fields } from '../../model/fields/fields.ts'
import type { Change } from '../../model/journal/change.ts'
import { sameValue } from '../../model/same-value.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { titled } from '../../model/text-rules.ts'
import { asText, type NameOf } from '../form/names.ts'
import { thumbnailOf } from '../media/media-api.ts'
import { Thumb } from '../media/thumb.tsx'
import { scheduleText } from '../ui/status-mark.tsx'
import { fullTime } from '../ui/times.ts'

interface FieldChange {
  label: string
  /** `shown`: before and after are URLs of thumbnails. */
  kind: Field['kind'] | 'plain' | 'shown'
  before: string
  after: string
}

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
const variantChanges = (before: State | null, after: State | null): FieldChange[] => {
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

type Data = Record<string, unknown>
interface EntryState {
  draft: Data
  published: Data | null
  schedule?: Schedule | null
}

const timesIn = (state: EntryState | null): string =>
  scheduleText({ status: 'draft', publishedAt: null, schedule: state?.schedule ?? null })

const plainText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const spaced = (name: string) => {
  const text = name
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return titled(text)
}

/** Times that the change itself already shows. */
const times = new Set(['created_at', 'deleted_at'])

const plain = (before: Data, after: Data): FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !times.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      label: spaced(name),
      kind: 'plain',
      before: plainText(before[name]),
      after: plainText(after[name]),
    }))

const shown = (itemId: string, before: Data, after: Data): FieldChange[] => {
  const { rendition: was, ...otherBefore } = before
  const { rendition: is, ...otherAfter } = after
  const urlOf = (stem: unknown) => (typeof stem === 'string' ? thumbnailOf(itemId, stem) : '')
  const images = { label: 'Shown', kind: 'shown' as const, before: urlOf(was), after: urlOf(is) }
  // A PDF has no image to show.
  const isFile = /\.pdf$/i.test(String(after.name ?? before.name))
  const content: FieldChange = isFile
    ? { label: 'Content', kind: 'plain', before: 'The former file', after: 'Another file' }
    : images
  const isReplaced = was !== is && !(isFile && (was === undefined || is === undefined))
  return [...(isReplaced ? [content] : []), ...plain(otherBefore, otherAfter)]
}

const untilIn = (state: unknown): Data => {
  const until = (state as { expiresAt?: string } | null)?.expiresAt
  return until === undefined ? {} : { works_until: fullTime(until) }
}

/** Differences of values, field by field. */
export const valueChanges = (
  fields: Fields,
  before: Data | undefined,
  after: Data | undefined,
  nameOf: NameOf,
): FieldChange[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const [from, to] = [before?.[name], after?.[name]]
    if (sameValue(from, to)) return []
    const change = {
      label: field.label,
      kind: field.kind,
      before: asText(field, from, nameOf),
      after: asText(field, to, nameOf),
    }
    return change.before === '' && change.after === '' ? [] : [change]
  })

type States = Pick<Change, 'collection' | 'entry' | 'before' | 'after'>

/** The fields of a change, and their values before and after it; nothing of what has no fields. */
export const statesOf = ({
  collection,
  before,
  after,
}: States): [fields: Fields, before: Data | undefined, after: Data | undefined] => {
  const fields = collection === 'settings' ? settingFields : findCollection(collection)?.fields
  return fields
    ? [fields, (before as EntryState | null)?.draft, (after as EntryState | null)?.draft]
    : [{}, undefined, undefined]
}

export const fieldChanges = (change: States, nameOf: NameOf): FieldChange[] => {
  const { collection, entry, before, after } = change
  const definition = findCollection(collection)
  if (collection === 'media' && entry !== null) return shown(entry, (before ?? {}) as Data, (after ?? {}) as Data)
  // A link says nothing of itself but until when it works.
  if (collection === 'share-links') return plain(untilIn(before), untilIn(after))
  // Who was asked stands in its list.
  if (collection === 'testimonial-requests') return []
  if (collection === 'cv-variants') return variantChanges(...([before, after] as Parameters<typeof variantChanges>))
  // Its files are not compared.
  if (collection === 'themes') return []
  const [fields, was, is] = statesOf(change)
  if (collection === 'settings') return valueChanges(fields, was, is, nameOf)
  if (!definition) return plain((before ?? {}) as Data, (after ?? {}) as Data)
  if (entry === null) return []
  const [from, to] = [timesIn(before as EntryState | null), timesIn(after as EntryState | null)]
  const times: FieldChange[] = from === to ? [] : [{ label: 'Schedule', kind: 'plain', before: from, after: to }]
  return [...valueChanges(fields, was, is, nameOf), ...times]
}

interface Piece {
  text: string
  /** `gap` is a space of neither text. */
  kind: 'same' | 'removed' | 'added' | 'gap'
}

// Texts that differ in more words are shown one after the other: finding the shortest difference takes quadratic time.
const maxEditLength = 600

// Words end at spaces only, so that `C#` is one.
const wordsOf = (text: string) => text.match(/\s+|\S+/g) ?? []

/** A run of changes, which whitespace does not end: `a b` → `x y` is one change and not two. */
interface Run {
  removed: string
  added: string
}

const piecesOf = ({ removed, added }: Run): Piece[] => [
  ...(removed ? [{ text: removed, kind: 'removed' as const }] : []),
  ...(removed && added ? [{ text: ' ', kind: 'gap' as const }] : []),
  ...(added ? [{ text: added, kind: 'added' as const }] : []),
]

const isBlank = (text: string) => /^[^\S\n]+$/.test(text)

/** Removed and added words in their place between the words that stay, with a gap between what was and what is. */
export const wordDifference = (before: string, after: string): Piece[] => {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength })
  if (!parts) return piecesOf({ removed: before, added: after })
  const pieces: Piece[] = []
  let run: Run = { removed: '', added: '' }
  parts.forEach(({ value, added, removed }, at) => {
    const text = value.join('')
    const changed = added || removed
    const between = !changed && isBlank(text) && run.removed + run.added !== '' && at < parts.length - 1
    if (removed || between) run.removed += text
    if (added || between) run.added += text
    if (changed || between) return
    pieces.push(...piecesOf(run), { text, kind: 'same' })
    run = { removed: '', added: '' }
  })
  return [...pieces, ...piecesOf(run)]
}

const Thumbnail = ({ url, alt }: { url: string; alt: string }) => (
  <span className="thumb">
    <img src={url} alt={alt} />
  </span>
)

const tags = { removed: 'del', added: 'ins', same: 'span', gap: 'span' } as const

const context = 60

/** Long text that stays, as its beginning and its end. */
const shortened = (text: string) =>
  text.length <= 3 * context ? text : `${text.slice(0, context)} … ${text.slice(-context)}`

/** `brief` leaves out most of the text that stays. */
export const Difference = ({ change, brief = false }: { change: FieldChange; brief?: boolean }) => {
  if (change.kind === 'image')
    return (
      <span className="difference-images">
        {change.before && <Thumb id={change.before} />}
        <span aria-hidden>→</span>
        <span className="visually-hidden">became</span>
        {change.after ? <Thumb id={change.after} /> : 'none'}
      </span>
    )
  if (change.kind === 'shown')
    return (
      <span className="difference-images" data-large>
        {change.before && <Thumbnail url={change.before} alt="Before" />}
        {change.before && change.after && (
          <>
            <span aria-hidden>→</span>
            <span className="visually-hidden">became</span>
          </>
        )}
        {change.after && <Thumbnail url={change.after} alt="After" />}
      </span>
    )
  return (
    <span className="difference">
      {wordDifference(change.before, change.after).map(({ text, kind }, at) => {
        const Tag = tags[kind]
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
        return <Tag key={at}>{brief && kind === 'same' ? shortened(text) : text}</Tag>
      })}
    </span>
  )
}
