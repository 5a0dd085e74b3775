import { Textarea } from '@mantine/core'
import { asText, type InputProps, inputTraits } from './input.ts'

/** Multi-line input that grows with its text. */
export const TextAreaInput = (props: InputProps) => {
  const text = asText(props.value)
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
