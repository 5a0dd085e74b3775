import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import Search from 'lucide-react/icons/search'
import { useRef, useState } from 'react'
import type { InboxUrl } from './use-inbox-url.ts'

export const SearchField = ({ url }: { url: InboxUrl }) => {
  const [typed, setTyped] = useState(url.q)
  const search = useDebouncedCallback((q: string) => url.search(q.trim()), 200)
  const shownQuery = useRef(url.q)
  // Another view, or a step back: the field shows the query of the URL.
  if (shownQuery.current !== url.q) {
    shownQuery.current = url.q
    if (typed.trim() !== url.q) setTyped(url.q)
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
