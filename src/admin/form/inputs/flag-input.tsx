import { Switch } from '@mantine/core'
import { type InputProps, inputTraits } from './input.ts'

export const FlagInput = (props: InputProps) => (
  <Switch
    {...inputTraits(props)}
    required={false}
    checked={props.value === true}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
  />
)
