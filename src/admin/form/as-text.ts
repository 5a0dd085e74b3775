import { type Field, present } from '../../model/fields/fields.ts'

/** Value of a field as text, for tables, conflicts and History. */
export const asText = (field: Pick<Field, 'kind' | 'options' | 'labels' | 'ongoing'>, value: unknown): string => {
  if (value !== undefined && value === field.ongoing) return present
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? Object.values(item ?? {}).join(' · ') : item)).join(', ')
  if (field.kind === 'flag') return value ? 'Yes' : 'No'
  if (field.kind === 'percent') return `${value} %`
  if (field.kind === 'rating') return `${value} of 5`
  if (field.kind === 'select') {
    const at = (field.options as readonly unknown[] | undefined)?.indexOf(value) ?? -1
    return field.labels?.[at] ?? String(value)
  }
  return String(value)
}
