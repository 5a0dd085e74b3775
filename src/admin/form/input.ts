import { type ComponentType, createContext, createElement, lazy, Suspense } from 'react'
import type { Field } from '../../model/fields/fields.ts'
import { Loading } from '../ui/loading.tsx'

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

/** Ids of the blocks whose text visitors see as it was written. */
export const PlainBlocks = createContext<readonly string[]>([])

/** An input that few forms show at first, loaded when one does; until then as high as this, in px. */
export const lateInput = (load: () => Promise<Input>, h = 60): Input => {
  const Late = lazy(async () => ({ default: await load() }))
  return (props) => createElement(Suspense, { fallback: createElement(Loading, { h }) }, createElement(Late, props))
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Share of the limit from which the length is shown. */
const nearlyFull = 0.8

/** Help text below the label, with the length when it nears the limit. */
const describe = ({ help, max }: Field, text: string): string | undefined => {
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

/** Problems inside a value, by their path in it: `1.url` of `socials.1.url`. */
export const problemsInside = (problems: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message]] : [],
    ),
  )
