import { Group, Progress, TextInput } from '@mantine/core'
import Star from 'lucide-react/icons/star'
import { useEffect, useState } from 'react'
import { asText, type InputProps, inputTraits } from './input.ts'

/** Empty is null; what is no number at all is left for the rules to refuse. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** A number as it is typed: `07` and `1e` stay on the screen while they are being typed. */
const NumberLine = ({ unit, ...props }: InputProps & { unit?: string }) => {
  const { value, onChange, field } = props
  const [text, setText] = useState(asText(value))
  useEffect(() => setText((shown) => (Object.is(numberOf(shown), value) ? shown : asText(value))), [value])
  return (
    <TextInput
      {...inputTraits(props)}
      type="number"
      inputMode="numeric"
      className="number-input"
      min={field.min}
      max={field.max}
      step={1}
      rightSection={unit}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(numberOf(event.currentTarget.value))
      }}
      // A wheel that turns while the pointer rests here shall scroll the page, not the year.
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}

export const IntegerInput = (props: InputProps) => <NumberLine {...props} />

const within = (value: unknown, max: number) => (typeof value === 'number' ? Math.min(max, Math.max(0, value)) : 0)

/** A share, with a bar as the page will draw it. */
export const PercentInput = (props: InputProps) => (
  <div>
    <NumberLine {...props} unit="%" />
    <Progress className="percent-bar" value={within(props.value, 100)} size="sm" mt={6} aria-hidden />
  </div>
)

/** A number of stars: typed, or clicked. */
export const RatingInput = (props: InputProps) => {
  const filled = within(props.value, 5)
  return (
    <Group gap="sm" align="flex-end" className="rating-input">
      <NumberLine {...props} />
      {/* A shortcut for the pointer; everyone else has the number. */}
      <Group gap={2} h={36} aria-hidden>
        {[1, 2, 3, 4, 5].map((count) => (
          <button
            key={count}
            type="button"
            tabIndex={-1}
            className="rating-star"
            data-filled={count <= filled || undefined}
            onClick={() => props.onChange(count)}
          >
            <Star size={20} />
          </button>
        ))}
      </Group>
    </Group>
  )
}
