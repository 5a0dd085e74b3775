import { Fieldset, Text } from '@mantine/core'
import { choicesOf } from '../form/inputs/choice-inputs.tsx'
import type { InputProps } from '../form/inputs/input.ts'

export const AccentInput = ({ field, value, onChange }: InputProps) => (
  <Fieldset legend={field.label} variant="unstyled">
    <Text size="xs" c="dimmed" mb={6}>
      {field.help}
    </Text>
    <div className="accents">
      {choicesOf(field).map((choice) => (
        <label key={choice.value} className="accent" data-accent={choice.value}>
          <input
            type="radio"
            name="accent"
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="visually-hidden"
          />
          <span className="accent-swatch" aria-hidden />
          {choice.label}
        </label>
      ))}
    </div>
  </Fieldset>
)
