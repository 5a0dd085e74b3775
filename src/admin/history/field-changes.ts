import { findCollection } from '../../model/content/collections/index.ts'
import type { Field, Fields } from '../../model/fields/fields.ts'
import type { Change } from '../../model/journal/change.ts'
import type { Schedule } from '../../model/publishing/schedule.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { asText } from '../form/as-text.ts'
import { sameValue } from '../form/same-value.ts'
import { thumbnailOf } from '../media/media-api.ts'
import { scheduleText } from '../publishing/state-text.ts'

export interface FieldChange {
  label: string
  /** `shown`: before and after are URLs of thumbnails. */
  kind: Field['kind'] | 'plain' | 'shown'
  before: string
  after: string
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

/** Differences of values, field by field. */
export const valueChanges = (fields: Fields, before: Data | undefined, after: Data | undefined): FieldChange[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const [from, to] = [before?.[name], after?.[name]]
    if (sameValue(from, to)) return []
    const change = { label: field.label, kind: field.kind, before: asText(field, from), after: asText(field, to) }
    return change.before === '' && change.after === '' ? [] : [change]
  })

export const fieldChanges = ({
  collection,
  entry,
  before,
  after,
}: Pick<Change, 'collection' | 'entry' | 'before' | 'after'>): FieldChange[] => {
  const definition = findCollection(collection)
  if (collection === 'media' && entry !== null) return shown(entry, (before ?? {}) as Data, (after ?? {}) as Data)
  if (collection === 'settings')
    return valueChanges(settingFields, (before as EntryState | null)?.draft, (after as EntryState | null)?.draft)
  if (!definition) return plain((before ?? {}) as Data, (after ?? {}) as Data)
  if (entry === null) return []
  const [was, is] = [before as EntryState | null, after as EntryState | null]
  const [from, to] = [timesIn(was), timesIn(is)]
  const times: FieldChange[] = from === to ? [] : [{ label: 'Schedule', kind: 'plain', before: from, after: to }]
  return [...valueChanges(definition.fields, was?.draft, is?.draft), ...times]
}
