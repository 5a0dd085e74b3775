import { type Field, present } from '../../model/fields/fields.ts'
import { blocksText } from './blocks-text.ts'
import type { NameOf } from './names-wanted.ts'

/** An item of several fields; its id says nothing to a person. */
const partsOf = (item: object | null): string =>
  Object.entries(item ?? {})
    .flatMap(([name, part]) => (name === 'id' ? [] : part))
    .join(' · ')

const byId: NameOf = (_, id) => id

/** Value of a field as text, for tables, conflicts and History; `nameOf` names what is stored as an id. */
export const asText = (
  field: Pick<Field, 'kind' | 'options' | 'labels' | 'ongoing'> & { label?: string },
  value: unknown,
  nameOf = byId,
): string => {
  if (value !== undefined && value === field.ongoing) return present
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'blocks') return blocksText(value, nameOf)
  const labelOf = (option: unknown): string => {
    if (field.kind === 'categories' && !field.options) return nameOf(field, String(option))
    const at = (field.options as readonly unknown[] | undefined)?.indexOf(option) ?? -1
    return field.labels?.[at] ?? String(option)
  }
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? partsOf(item) : labelOf(item))).join(', ')
  if (field.kind === 'flag') return value ? 'Yes' : 'No'
  if (field.kind === 'percent') return `${value} %`
  if (field.kind === 'rating') return `${value} of 5`
  if (field.kind === 'select') return labelOf(value)
  return String(value)
}
