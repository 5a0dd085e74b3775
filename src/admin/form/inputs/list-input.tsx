import { Pill, PillsInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { type InputProps, inputTraits } from './input.ts'

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
    const parts = text.split(',')
    const rest = parts.pop() ?? ''
    report([...tags, ...parts.map((part) => part.trim()).filter(Boolean)], rest)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && pending !== '') {
      event.preventDefault()
      report([...tags, pending], '')
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      event.preventDefault()
      report(tags.slice(0, -1), '')
    }
  }

  return (
    <PillsInput
      id={id}
      label={label}
      description={description ?? 'Press Enter or a comma after each.'}
      required={required}
      error={error}
    >
      <Pill.Group>
        {tags.map((tag, at) => (
          <Pill
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice.
            key={`${at} ${tag}`}
            withRemoveButton
            removeButtonProps={{ 'aria-label': `Remove ${tag}`, 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => report(tags.toSpliced(at, 1), typed)}
          >
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          id={id}
          name={name}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={() => {
            if (pending !== '') report([...tags, pending], '')
            onBlur()
          }}
        />
      </Pill.Group>
    </PillsInput>
  )
}
