import { type Field, present } from '../../model/fields/fields.ts'
import { awaitedFile } from '../../model/media/awaited-file.ts'
import { blocksText } from './blocks-text.ts'
import type { NameOf } from './names-wanted.ts'

/** An item of several values; its id says nothing to a person. */
const partsOf = (item: object | null): string =>
  Object.entries(item ?? {})
    .flatMap(([name, part]) => (name === 'id' ? [] : part))
    .join(' · ')

const byId: NameOf = (_, id) => id

/** Value of a field as text, for tables, conflicts and History; `nameOf` names what is stored as an id. */
export const asText = (
  field: Pick<Field, 'kind' | 'options' | 'labels' | 'ongoing' | 'item'> & { label?: string },
  value: unknown,
  nameOf = byId,
): string => {
  if (value !== undefined && value === field.ongoing) return present
  if (value === null || value === undefined || value === '') return ''
  const file = awaitedFile(value)
  if (file) return `${file.name}, not uploaded yet`
  if (field.kind === 'blocks') return blocksText(value, nameOf)
  const labelOf = (option: unknown): string => {
    if (field.kind === 'categories' && !field.options) return nameOf(field, String(option))
    const at = (field.options as readonly unknown[] | undefined)?.indexOf(option) ?? -1
    return field.labels?.[at] ?? String(option)
  }
  if (field.item && Array.isArray(value)) {
    const parts = Object.entries(field.item.fields) as [string, Field][]
    const textOf = (item: unknown) =>
      parts
        .map(([name, part]) => [part, name === '' ? item : Reflect.get(Object(item), name)] as const)
        // No choice says nothing to a person, and an id does not either.
        .filter(([{ kind, empty }, inner]) => kind !== 'id' && !(kind === 'select' && inner === empty))
        .map(([part, inner]) => asText(part, inner, nameOf))
        .filter((text) => text !== '')
    return value.map((item) => textOf(item).join(' · ')).join(', ')
  }
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? partsOf(item) : labelOf(item))).join(', ')
  if (field.kind === 'flag') return value ? 'Yes' : 'No'
  if (field.kind === 'percent') return `${value} %`
  if (field.kind === 'rating') return `${value} of 5`
  if (field.kind === 'select') return labelOf(value)
  return String(value)
}
