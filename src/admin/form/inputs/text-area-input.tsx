import { Textarea } from '@mantine/core'
import { type InputProps, inputTraits, textOf } from './input.ts'

export const TextAreaInput = (props: InputProps) => {
  const text = textOf(props.value)
  return (
    <Textarea
      {...inputTraits(props, text)}
      autosize
      minRows={3}
      maxRows={18}
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
