import { TextInput, type TextInputProps } from '@mantine/core'
import { type InputProps, inputTraits, textOf } from './input.ts'

export const lineInput = (attributes: TextInputProps = {}) => {
  const LineInput = (props: InputProps) => {
    const text = textOf(props.value)
    return (
      <TextInput
        {...attributes}
        {...inputTraits(props, text)}
        value={text}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    )
  }
  return LineInput
}
