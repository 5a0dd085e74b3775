import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CollectionName, collections } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { useSignOut } from '../../accounts/sign-in/use-sign-out.ts'
import { type EntryRef, entryAt, entryItemId, entryItems, fieldItems, formPath } from './entry-items.ts'
import type { PaletteItem } from './palette-item.ts'
import { paletteSelection } from './palette-selection.ts'
import { recents } from './recents.ts'
import { actionItems, type Places, screenItems, settingItems } from './screen-items.ts'
import { type Found, prepareItems, searchItems, unmarked } from './search-items.ts'
import { entryActions, selectionItems } from './selected-items.ts'
import { snippetOf } from './snippet.ts'
import { useEntryTitles } from './use-entry-titles.ts'
import { useTextMatches } from './use-text-matches.ts'

export interface Group {
  label: string
  found: readonly Found[]
}

const mostRecents = 6

/** The entry whose row had the focus when the palette opened. */
const focusedEntry = (opener: Element | null): EntryRef | undefined => {
  const link = opener?.closest('[data-list-item]')?.querySelector<HTMLAnchorElement>('a[data-list-open]')
  return link ? entryAt(link.pathname) : undefined
}

const usePlaces = (): Places => {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  return {
    go: (path, state) => void navigate(path, { state }),
    setScheme: setColorScheme,
    signOut: () => void signOut(),
  }
}

const textMatch = ({ collection, id, data }: Entry, words: readonly string[], { go }: Places): Found | undefined => {
  const { label } = collections[collection as CollectionName]
  const ref = { collection: collection as CollectionName, id }
  for (const value of Object.values(data).flat()) {
    const pieces = typeof value === 'string' ? snippetOf(value, words) : undefined
    if (pieces)
      return {
        item: { id: entryItemId(ref), label: '', detail: label.one, leaves: true, run: () => go(formPath(ref)) },
        pieces,
      }
  }
  return undefined
}

/** Items of the palette for a query. All but the matches in texts is found at once, without the server. */
export const usePaletteItems = (query: string, opener: Element | null): Group[] => {
  const { pathname } = useLocation()
  const places = usePlaces()
  const titles = useEntryTitles(true)
  const [focused] = useState(() => focusedEntry(opener))
  const [recent] = useState(recents.list)
  const open = entryAt(pathname)
  const current = open ?? focused
  const texts = useTextMatches(query)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette is mounted each time it opens.
  const { items, selected, prepared } = useMemo(() => {
    const chosen = paletteSelection.get()
    const title = current && titles?.collections?.[current.collection]?.find(([id]) => id === current.id)?.[1]
    const selected: PaletteItem[] = [
      ...(chosen ? selectionItems(chosen) : []),
      ...(current && !chosen && title !== undefined ? entryActions(current, title, current === open, places) : []),
    ]
    const items = [
      ...selected,
      ...screenItems(places),
      ...actionItems(places),
      ...settingItems(places),
      ...entryItems(titles, places),
      ...fieldItems(titles, open, recent, places),
    ]
    return { items, selected, prepared: prepareItems(items) }
  }, [titles])

  // The first search compiles what the next ones use.
  useEffect(() => {
    const timer = setTimeout(() => searchItems(prepared, 'e', []), 0)
    return () => clearTimeout(timer)
  }, [prepared])

  const found = useMemo(() => (query === '' ? [] : searchItems(prepared, query, recent)), [prepared, query, recent])
  if (query === '') {
    const byId = new Map(items.map((item) => [item.id, item]))
    const last = recent.flatMap((id) => byId.get(id) ?? []).filter((item) => !selected.includes(item))
    return [
      { label: 'Selected', found: selected.map(unmarked) },
      { label: 'Recent', found: last.slice(0, mostRecents).map(unmarked) },
      {
        label: 'Screens',
        found: screenItems(places)
          .filter(({ keys }) => keys)
          .map(unmarked),
      },
      {
        label: 'Create',
        found: actionItems(places)
          .filter(({ id }) => id.startsWith('action create'))
          .map(unmarked),
      },
    ].filter((group) => group.found.length > 0)
  }
  const shown = new Set(found.map(({ item }) => item.id))
  const words = query.split(/\s+/).filter(Boolean)
  const inTexts = texts
    .filter(({ collection, id }) => !shown.has(entryItemId({ collection: collection as CollectionName, id })))
    .flatMap((entry) => textMatch(entry, words, places) ?? [])
  return [
    { label: 'Found', found },
    { label: 'In the text of', found: inTexts },
  ].filter((group) => group.found.length > 0)
}
