import { Group, TextInput } from '@mantine/core'
import Star from 'lucide-react/icons/star'
import { useEffect, useState } from 'react'
import { Progress } from '../../ui/progress.tsx'
import { type InputProps, inputTraits, textOf } from './input.ts'

/** Parses a number. Empty text is null; invalid text becomes NaN, which validation rejects. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Number input that keeps the text as typed, such as `07` and `1e`. */
const NumberLine = ({ unit, ...props }: InputProps & { unit?: string }) => {
  const { value, onChange, field } = props
  const [text, setText] = useState(textOf(value))
  useEffect(() => setText((shown) => (Object.is(numberOf(shown), value) ? shown : textOf(value))), [value])
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
      // The mouse wheel scrolls the page instead of changing the number.
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}

export const IntegerInput = (props: InputProps) => <NumberLine {...props} />

const within = (value: unknown, max: number) => (typeof value === 'number' ? Math.min(max, Math.max(0, value)) : 0)

export const PercentInput = (props: InputProps) => (
  <div>
    <NumberLine {...props} unit="%" />
    <Progress className="percent-bar" value={within(props.value, 100)} aria-hidden />
  </div>
)

export const RatingInput = (props: InputProps) => {
  const filled = within(props.value, 5)
  return (
    <Group gap="sm" align="flex-end" className="rating-input">
      <NumberLine {...props} />
      {/* Shortcut for the pointer; keyboard users have the number. */}
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
