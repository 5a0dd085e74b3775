import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Field } from '../../../model/fields/fields.ts'
import { choicesOf } from './choice-inputs.tsx'
import { textOf } from './input.ts'
import { LinkLine } from './link-input.tsx'

interface Props {
  name: string
  field: Field
  /** Index of the item. */
  at: number
  value: unknown
  error: string | undefined
  /** Names a link that stands next to it. */
  isName: boolean
  change(value: unknown): void
  onFocus(): void
  onBlur(): void
}

/** The width of one input in a row: what has no space left goes to the next line. */
const widthOf = ({ kind }: Field, isName: boolean): string => {
  if (kind === 'integer') return '1 1 4.5rem'
  if (kind === 'url') return '2 1 10rem'
  return isName || kind === 'select' || kind === 'slug' ? '1 1 7rem' : '2 1 9rem'
}

const digits = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 7))

/** Input for one field of an item, in a row with the others. */
export const ItemInput = ({ name, field, at, value, error, isName, change, onFocus, onBlur }: Props) => {
  const { kind, label, max, help } = field
  const props = { name, 'aria-label': `${label} ${at + 1}`, value: textOf(value), error, onFocus, onBlur }
  const text = { ...props, placeholder: help ?? label, maxLength: max }
  const size = { flex: widthOf(field, isName), miw: 0 }
  if (kind === 'select')
    return (
      <NativeSelect
        {...props}
        {...size}
        data={choicesOf(field)}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  if (kind === 'textarea')
    return (
      <Textarea {...text} autosize minRows={3} maxRows={14} onChange={(event) => change(event.currentTarget.value)} />
    )
  if (kind === 'url') return <LinkLine {...text} {...size} change={change} />
  return (
    <TextInput
      {...text}
      {...size}
      inputMode={kind === 'integer' ? 'numeric' : 'text'}
      onChange={({ currentTarget: { value: typed } }) => change(kind === 'integer' ? digits(typed) : typed)}
    />
  )
}
