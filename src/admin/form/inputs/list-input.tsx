import { Input as Labelled } from '@mantine/core'
import X from 'lucide-react/icons/x'
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
            <button type="button" aria-label={`Remove ${tag}`} onClick={() => report(tags.toSpliced(at, 1), typed)}>
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
