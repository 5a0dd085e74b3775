import type { Field } from '../../model/fields/fields.ts'

/** Value of a field as text, for tables and History. */
export const asText = (field: Pick<Field<unknown>, 'kind'>, value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (field.kind === 'percent') return `${value} %`
  if (field.kind === 'rating') return `${value} of 5`
  return String(value)
}
