import type { ComponentType } from 'react'
import type { Field } from '../../../model/fields/fields.ts'

/** What an input is given. A stored value may be of an older shape, so inputs read it kindly. */
export interface InputProps {
  name: string
  field: Field<unknown>
  value: unknown
  error?: string | undefined
  onChange(value: unknown): void
  onFocus?(): void
  onBlur?(): void
  /** For an empty address: what could stand here. */
  proposal?: string | undefined
}

export type Input = ComponentType<InputProps>

/** A stored value as text. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** From here on it is worth saying how much room is left. */
const nearlyFull = 0.8

/** Under the label: what the field is for, and how much room is left when it gets tight. */
export const describe = ({ help, max }: Field<unknown>, text: string): string | undefined => {
  const lengthNote =
    max !== undefined && text.length > max * nearlyFull ? `${text.length} of ${max} characters.` : undefined
  return [help, lengthNote].filter(Boolean).join(' ') || undefined
}

/** What every one of the library's inputs takes from a field. */
export const inputTraits = ({ name, field, error, onFocus, onBlur }: InputProps, text = '') => ({
  name,
  label: field.label,
  description: describe(field, text),
  required: field.required,
  error,
  onFocus: () => onFocus?.(),
  onBlur: () => onBlur?.(),
})
