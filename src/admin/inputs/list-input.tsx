import { TagsInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { type InputProps, inputTraits } from './input.ts'

const linesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []

/** Short lines, Enter or comma after each. What is still being typed counts already, so that it cannot get lost. */
export const ListInput = (props: InputProps) => {
  const [typed, setTyped] = useState('')
  const lines = linesOf(props.value)
  const pending = typed.trim()
  // The line in the making is the last one of the value, but not a tag yet.
  const tags = pending !== '' && lines.at(-1) === pending ? lines.slice(0, -1) : lines
  // The library reports a new tag and the emptied line one after the other, before anything is drawn anew.
  const latest = useRef({ tags, typed })
  useLayoutEffect(() => {
    latest.current = { tags, typed }
  })
  const tell = (next: string[], rest: string) => {
    latest.current = { tags: next, typed: rest }
    setTyped(rest)
    props.onChange(rest.trim() === '' ? next : [...next, rest.trim()])
  }
  const traits = inputTraits(props)
  return (
    <TagsInput
      {...traits}
      description={traits.description ?? 'Press Enter or a comma after each.'}
      value={tags}
      searchValue={typed}
      acceptValueOnBlur
      onSearchChange={(rest) => rest !== latest.current.typed && tell(latest.current.tags, rest)}
      onChange={(next) => tell(next, '')}
    />
  )
}
