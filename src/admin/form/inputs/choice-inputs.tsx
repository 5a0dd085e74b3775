import { Fieldset, NativeSelect, Switch, Text } from '@mantine/core'
import type { Field } from '../../../model/fields/fields.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { type InputProps, inputTraits, textOf } from './input.ts'

export const choicesOf = ({ options = [], labels = [] }: Field) =>
  options.map((option, at) => ({ value: String(option), label: labels[at] ?? String(option) }))

const optionOf = ({ options = [] }: Field, text: string) => options.find((option) => String(option) === text)

/** Choice of options in a native list, which works best on a phone. */
export const SelectInput = (props: InputProps) => {
  const chosen = textOf(props.value)
  const choices = choicesOf(props.field)
  // A value that is no longer an option stays visible until another is chosen.
  const gone = choices.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: chosen }]
  return (
    <NativeSelect
      {...inputTraits(props)}
      value={chosen}
      data={[...gone, ...choices]}
      onChange={(event) => props.onChange(optionOf(props.field, event.currentTarget.value))}
    />
  )
}

/** Choice of a few options, all of them visible. */
export const SegmentedInput = ({ field, value, onChange }: InputProps) => (
  <Fieldset legend={field.label} variant="unstyled">
    {field.help && (
      <Text size="xs" c="dimmed" mb={6}>
        {field.help}
      </Text>
    )}
    <SegmentedControl
      aria-label={field.label}
      value={textOf(value)}
      onChange={(text) => onChange(optionOf(field, text))}
      data={choicesOf(field)}
    />
  </Fieldset>
)

/** Switch below a field that the owner may hide. The field's name is said, and not part of the label, which would then name two inputs. */
export const VisibleInput = ({ field, value, onChange }: InputProps) => (
  <Switch
    size="xs"
    mt={6}
    label="Visible to visitors"
    aria-description={field.label}
    checked={value !== false}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)

export const FlagInput = (props: InputProps) => (
  <Switch
    {...inputTraits(props)}
    required={false}
    checked={props.value === true}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
  />
)
