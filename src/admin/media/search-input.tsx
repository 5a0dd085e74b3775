import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'

/** Typed text of a search, and the text to look for: the same, a moment after the last key. */
export const useSearchText = (initial = '') => {
  const [typed, setTyped] = useState(initial)
  const [q] = useDebouncedValue(typed.trim(), 200)
  return { typed, setTyped, q }
}

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  label: string
  typed: string
  setTyped(text: string): void
}

export const SearchInput = ({ label, typed, setTyped, ...rest }: Props) => (
  <TextInput
    type="search"
    size="sm"
    aria-label={label}
    placeholder="Search"
    leftSection={<Search size={15} aria-hidden />}
    value={typed}
    onChange={(event) => setTyped(event.currentTarget.value)}
    {...rest}
  />
)
