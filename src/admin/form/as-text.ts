import type { Field } from '../../model/fields/fields.ts'

/** Value of a field as text, for tables, conflicts and History. */
export const asText = (field: Pick<Field, 'kind'>, value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? Object.values(item ?? {}).join(' · ') : item)).join(', ')
  if (field.kind === 'flag') return value ? 'Yes' : 'No'
  if (field.kind === 'percent') return `${value} %`
  if (field.kind === 'rating') return `${value} of 5`
  return String(value)
}
