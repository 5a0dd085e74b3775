import type { ComponentType } from 'react'
import type { Field } from '../../../model/fields/fields.ts'

/** Props of every input. A stored value may have an older shape, so inputs read it leniently. */
export interface InputProps {
  name: string
  field: Field
  value: unknown
  error?: string | undefined
  /** Problems inside the value, by the path in it such as `1.url`. */
  problems?: Readonly<Record<string, string>>
  onChange(value: unknown): void
  onFocus?(): void
  onBlur?(): void
  proposal?: string | undefined
}

export type Input = ComponentType<InputProps>

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Share of the limit from which the length is shown. */
const nearlyFull = 0.8

/** Help text below the label, with the length when it nears the limit. */
export const describe = ({ help, max }: Field, text: string): string | undefined => {
  const lengthNote =
    max !== undefined && text.length > max * nearlyFull ? `${text.length} of ${max} characters.` : undefined
  return [help, lengthNote].filter(Boolean).join(' ') || undefined
}

export const inputTraits = ({ name, field, error, onFocus, onBlur }: InputProps, text = '') => ({
  name,
  label: field.label,
  description: describe(field, text),
  required: field.required,
  error,
  onFocus: () => onFocus?.(),
  onBlur: () => onBlur?.(),
})
