import { Button, Group, Input as Labelled, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import Star from 'lucide-react/icons/star'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Progress } from '../ui/progress.tsx'
import { type InputProps, inputTraits, textOf } from './input.ts'

/** Creates an input for one line of text; `attributes` choose keyboard and completion. */
export const lineInput = (attributes: TextInputProps = {}) => {
  const LineInput = (props: InputProps) => {
    const text = textOf(props.value)
    return (
      <TextInput
        dir="auto"
        {...attributes}
        {...inputTraits(props, text)}
        value={text}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    )
  }
  return LineInput
}

export const TextAreaInput = (props: InputProps) => {
  const text = textOf(props.value)
  return (
    <Textarea
      {...inputTraits(props, text)}
      autosize
      minRows={3}
      maxRows={18}
      dir="auto"
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** Program text: no spelling, no wrapping, left to right in every language. */
export const CodeInput = (props: InputProps) => {
  const text = textOf(props.value)
  return (
    <Textarea
      {...inputTraits(props, text)}
      className="code-input"
      autosize
      minRows={4}
      maxRows={24}
      dir="ltr"
      wrap="off"
      spellCheck={false}
      autoCapitalize="none"
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

const SlugLine = lineInput({ spellCheck: false, autoCapitalize: 'none', className: 'slug-input' })

/** Slug with a proposal, made from the title. */
export const SlugInput = (props: InputProps) => {
  const { proposal, value, onChange } = props
  return (
    <div>
      <SlugLine {...props} />
      {proposal && proposal !== value && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => onChange(proposal)}>
          Use “{proposal}”
        </Button>
      )}
    </div>
  )
}

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
            className="rating-star icon-press"
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

const linesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []

/** Input of short lines, separated by Enter or comma. Pending text already counts, so that it cannot get lost. */
export const ListInput = (props: InputProps) => {
  const [typed, setTyped] = useState('')
  const id = useId()
  const lines = linesOf(props.value)
  const pending = typed.trim()
  // The pending line is the last one of the value, but not a tag yet.
  const tags = pending !== '' && lines.at(-1) === pending ? lines.slice(0, -1) : lines
  const { label, required, error, name, description, onFocus, onBlur } = inputTraits(props)

  const report = (next: readonly string[], rest: string) => {
    setTyped(rest)
    props.onChange(rest.trim() === '' ? [...next] : [...next, rest.trim()])
  }
  const type = (text: string) => {
    const parts = text.split(/[,،]/)
    const rest = parts.pop() ?? ''
    report([...tags, ...parts.map((part) => part.trim()).filter(Boolean)], rest)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An input method takes its Enter and its Backspace for itself.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && pending !== '') {
      event.preventDefault()
      report([...tags, pending], '')
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      event.preventDefault()
      report(tags.slice(0, -1), '')
    }
  }

  return (
    <Labelled.Wrapper
      id={id}
      label={label}
      description={description ?? 'Press Enter or a comma after each.'}
      withAsterisk={required}
      error={error}
    >
      <div className="list-input" data-invalid={error ? true : undefined}>
        {tags.map((tag, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice.
          <span key={`${at} ${tag}`} className="tag">
            {tag}
            <button
              type="button"
              className="icon-press"
              aria-label={`Remove ${tag}`}
              onClick={() => report(tags.toSpliced(at, 1), typed)}
            >
              <X size={13} aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id}
          name={name}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={() => {
            if (pending !== '') report([...tags, pending], '')
            onBlur()
          }}
        />
      </div>
    </Labelled.Wrapper>
  )
}
