import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import Search from 'lucide-react/icons/search'
import { useRef, useState } from 'react'
import type { InboxUrl } from './use-inbox-address.ts'

export const SearchField = ({ address }: { address: InboxUrl }) => {
  const [typed, setTyped] = useState(address.q)
  const search = useDebouncedCallback((q: string) => address.search(q.trim()), 200)
  const shownQuery = useRef(address.q)
  // Another view, or a step back: the field shows the query of the URL.
  if (shownQuery.current !== address.q) {
    shownQuery.current = address.q
    if (typed.trim() !== address.q) setTyped(address.q)
  }
  return (
    <TextInput
      id="inbox-search"
      type="search"
      className="inbox-search"
      aria-label="Search messages"
      aria-keyshortcuts="/"
      placeholder="Search"
      leftSection={<Search size={15} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
