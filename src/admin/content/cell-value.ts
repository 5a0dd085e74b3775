import type { Field, FieldKind } from '../../model/fields/fields.ts'

const kinds: readonly FieldKind[] = ['text', 'email', 'integer', 'percent', 'rating', 'select', 'categories']

/** Fields short enough to be edited in a table. */
export const isEditableCell = ({ kind }: Field): boolean => kinds.includes(kind)

export const isNumber = ({ kind }: Field): boolean => kind === 'integer' || kind === 'percent' || kind === 'rating'

/** Value of what was typed into a cell, or the sentence that says what is wrong with it. */
export const cellValue = (field: Field, typed: string): { value: unknown } | { problem: string } => {
  const text = typed.trim()
  const option = field.options?.find((one) => String(one) === typed)
  const chosen = field.kind === 'categories' ? (option ? [option] : []) : option
  const value = isNumber(field) ? (text === '' ? null : Number(text)) : field.options ? chosen : text
  const { success, data, error } = field.schema.safeParse(value)
  return success ? { value: data } : { problem: error.issues[0]?.message ?? `${field.label} is not valid.` }
}
