import { NativeSelect } from '@mantine/core'
import { asText, type InputProps, inputTraits } from './input.ts'

const titled = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** One of a few; the device's own list, which is the best one on a phone. */
export const SelectInput = (props: InputProps) => {
  const chosen = asText(props.value)
  const options = props.field.options ?? []
  return (
    <NativeSelect
      {...inputTraits(props)}
      value={chosen}
      // A choice that is gone by now stays visible until another is made.
      data={[...(options.includes(chosen) ? [] : [chosen]), ...options].map((value) => ({
        value,
        label: titled(value),
      }))}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
