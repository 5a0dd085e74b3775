import { NativeSelect } from '@mantine/core'
import { asText, type InputProps, inputTraits } from './input.ts'

const titled = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Choice of options in a native list, which works best on a phone. */
export const SelectInput = (props: InputProps) => {
  const chosen = asText(props.value)
  const options = props.field.options ?? []
  return (
    <NativeSelect
      {...inputTraits(props)}
      value={chosen}
      // A value that is no longer an option stays visible until another is chosen.
      data={[...(options.includes(chosen) ? [] : [chosen]), ...options].map((value) => ({
        value,
        label: titled(value),
      }))}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
