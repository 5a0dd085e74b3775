import { findCollection } from '../../model/content/collections/index.ts'
import type { Fields } from '../../model/fields/fields.ts'
import type { Change } from '../../model/journal/change.ts'
import type { Schedule } from '../../model/publishing/schedule.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { asText } from '../form/as-text.ts'
import type { NameOf } from '../form/names-wanted.ts'
import { sameValue } from '../form/same-value.ts'
import { thumbnailOf } from '../media/media-api.ts'
import { scheduleText } from '../publishing/state-text.ts'
import { fullTime } from '../ui/times.ts'
import type { FieldChange } from './field-change.ts'
import { variantChanges } from './variant-changes.ts'

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
  return text.charAt(0).toUpperCase() + text.slice(1)
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
  if (collection === 'cv-variants') return variantChanges(...([before, after] as Parameters<typeof variantChanges>))
  const [fields, was, is] = statesOf(change)
  if (collection === 'settings') return valueChanges(fields, was, is, nameOf)
  if (!definition) return plain((before ?? {}) as Data, (after ?? {}) as Data)
  if (entry === null) return []
  const [from, to] = [timesIn(before as EntryState | null), timesIn(after as EntryState | null)]
  const times: FieldChange[] = from === to ? [] : [{ label: 'Schedule', kind: 'plain', before: from, after: to }]
  return [...valueChanges(fields, was, is, nameOf), ...times]
}
