import { Fieldset, SegmentedControl, Text } from '@mantine/core'
import { type InputProps, textOf } from './input.ts'
import { choicesOf, optionOf } from './select-input.tsx'

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
