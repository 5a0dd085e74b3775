import { Kbd, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import fuzzysort from 'fuzzysort'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CollectionName, collectionNames, collections } from '../../model/content/collections.ts'
import type { Entry, EntryTitles } from '../../model/content/entry.ts'
import { useSignOut } from '../accounts/use-sign-out.ts'
import { request } from '../api/client.ts'
import { entries, entriesKey } from '../api/entries.ts'
import { queryClient } from '../api/query-client.ts'
import { modKey, paletteSelection } from '../ui/keys.ts'
import {
  actionItems,
  type EntryRef,
  entryActions,
  entryAt,
  entryItemId,
  entryItems,
  fieldItems,
  formPath,
  type PaletteItem,
  type Places,
  screenItems,
  selectionItems,
  settingItems,
} from './palette-items.ts'

const recentsKey = 'vitrine.recent'
const mostRecents = 12

const readRecents = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentsKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Ids of the items chosen last on this device, newest first. */
const recents = {
  list: readRecents,
  note: (id: string): void => {
    try {
      localStorage.setItem(
        recentsKey,
        JSON.stringify([id, ...readRecents().filter((other) => other !== id)].slice(0, mostRecents)),
      )
    } catch {
      // Without storage nothing is recent.
    }
  },
}

/** A piece of a label; `matched` pieces are what was typed. */
export interface Piece {
  text: string
  matched: boolean
}

export interface Found {
  item: PaletteItem
  pieces: readonly Piece[]
}

interface Prepared {
  item: PaletteItem
  order: number
  label: ReturnType<typeof fuzzysort.prepare>
  words: ReturnType<typeof fuzzysort.prepare>
}

/** Worse matches are scattered letters. */
const threshold = 0.35
export const mostFound = 30
/** A word that is not in the label counts less. */
const keywordWeight = 0.7
const recentBonus = 0.08

/** Prepares items once, since preparing takes longer than searching. */
export const prepareItems = (items: readonly PaletteItem[]): Prepared[] =>
  items.map((item, order) => ({
    item,
    order,
    label: fuzzysort.prepare(item.label),
    words: fuzzysort.prepare(`${item.label} ${item.detail} ${item.keywords ?? ''}`.trim()),
  }))

const piecesOf = (text: string, indexes: readonly number[]): Piece[] => {
  const matched = new Set(indexes)
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1)
    if (last && last.matched === matched.has(at)) last.text += text[at]
    else pieces.push({ text: text[at] ?? '', matched: matched.has(at) })
  }
  return pieces
}

export const Marked = ({ pieces }: { pieces: readonly Piece[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one label never move.
  pieces.map(({ text, matched }, at) => (matched ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))

export const unmarked = (item: PaletteItem): Found => ({ item, pieces: [{ text: item.label, matched: false }] })

/** The items that match best, best first; among equals recent ones, then the earlier ones. */
export const searchItems = (prepared: readonly Prepared[], query: string, recent: readonly string[]): Found[] => {
  const scores = new Map<PaletteItem, { score: number; order: number; pieces: readonly Piece[] }>()
  const note = ({ item, order }: Prepared, score: number, pieces: () => readonly Piece[]) => {
    const at = recent.indexOf(item.id)
    const total = score + (at < 0 ? 0 : recentBonus * (1 - at / recent.length))
    if ((scores.get(item)?.score ?? 0) < total) scores.set(item, { score: total, order, pieces: pieces() })
  }
  // One letter is in nearly every entry; the kind of an entry is worth a look only as a further word.
  const byWords = ({ item }: Prepared) => item.keywords !== undefined || query.includes(' ')
  const search = (list: readonly Prepared[]) => {
    const options = { limit: mostFound * 2, threshold }
    for (const { obj, score, indexes } of fuzzysort.go(query, list, { key: 'label', ...options }))
      note(obj, score, () => piecesOf(obj.item.label, indexes))
    for (const { obj, score, indexes } of fuzzysort.go(query, list.filter(byWords), { key: 'words', ...options })) {
      const { label } = obj.item
      const inLabel = indexes.filter((at) => at < label.length)
      note(obj, score * keywordWeight, () => piecesOf(label, inLabel))
    }
  }
  search(prepared)
  // Among many that match alike, the recent ones may be beyond the limit.
  if (recent.length > 0) search(prepared.filter(({ item }) => recent.includes(item.id)))
  return [...scores]
    .sort(([, a], [, b]) => b.score - a.score || a.order - b.order)
    .slice(0, mostFound)
    .map(([item, { pieces }]) => ({ item, pieces }))
}

const around = 32

/** One folded character for each character, so that places in both texts are the same. */
const folded = (text: string): string[] =>
  [...text].map((char) => char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().charAt(0) || char)

/** The part of a text with the first of these words, which is marked; undefined when none is in it. */
export const snippetOf = (text: string, words: readonly string[]): Piece[] | undefined => {
  const chars = [...text]
  const plain = folded(text).join('')
  for (const word of words) {
    const wanted = folded(word).join('')
    const at = wanted === '' ? -1 : plain.indexOf(wanted)
    if (at < 0) continue
    const [from, to] = [Math.max(0, at - around), Math.min(chars.length, at + wanted.length + around)]
    const piece = (start: number, end: number) => chars.slice(start, end).join('').replace(/\s+/g, ' ')
    return [
      { text: `${from > 0 ? '…' : ''}${piece(from, at)}`, matched: false },
      { text: piece(at, at + wanted.length), matched: true },
      { text: `${piece(at + wanted.length, to)}${to < chars.length ? '…' : ''}`, matched: false },
    ].filter(({ text: part }) => part !== '')
  }
  return undefined
}

const limit = 3
const debounceMs = 150

/** Entries of all collections with these words anywhere in their text, from two characters on; the server finds them. */
const useTextMatches = (query: string): Entry[] => {
  const [q] = useDebouncedValue(query, debounceMs)
  return useQueries({
    queries: collectionNames.map((name) => ({
      queryKey: [...entriesKey(name), 'found', q],
      queryFn: ({ signal }: { signal: AbortSignal }) => entries.list(name, { q, limit }, signal),
      enabled: q.length > 1 && q === query,
    })),
    combine: (results) =>
      results.flatMap(({ data }, at) =>
        data && collectionNames[at] && collections[collectionNames[at]] ? data.entries : [],
      ),
  })
}

const key = ['entry-titles'] as const

const readTitles = async (signal: AbortSignal): Promise<EntryTitles> => {
  const known = queryClient.getQueryData<EntryTitles>(key)
  const answer = await request<EntryTitles>('GET', '/api/entry-titles', { query: { version: known?.version }, signal })
  return answer.collections === null && known ? known : answer
}

/** Titles of all entries, read when the palette opens; only when the content has changed are they sent again. */
const useEntryTitles = (opened: boolean): EntryTitles | undefined =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readTitles(signal),
    enabled: opened,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
  }).data

export interface Group {
  label: string
  found: readonly Found[]
}

const mostRecentsShown = 6

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
const usePaletteItems = (query: string, opener: Element | null): Group[] => {
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
      { label: 'Recent', found: last.slice(0, mostRecentsShown).map(unmarked) },
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

const keyText = (keys: string) => keys.replace('mod+', `${modKey} `).replace('shift+', 'Shift ')

interface PaletteOptionProps {
  id: string
  found: Found
  active: boolean
  choose(): void
  point(): void
}

const PaletteOption = ({ id, found: { item, pieces }, active, choose, point }: PaletteOptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
  <div
    id={id}
    role="option"
    aria-selected={active}
    className="palette-option"
    data-grave={item.grave}
    onClick={choose}
    onPointerMove={active ? undefined : point}
  >
    <span className="palette-label">
      <Marked pieces={pieces} />
    </span>
    <span className="palette-detail">{item.detail}</span>
    {item.keys && (
      <Kbd size="xs" aria-hidden>
        {keyText(item.keys)}
      </Kbd>
    )}
  </div>
)

const indexAfter = (key: string, at: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(at + 8, count - 1)
  if (key === 'PageUp') return Math.max(at - 8, 0)
  return undefined
}

interface ResultsProps {
  /** Takes the keys that the field does not use itself. */
  ref: Ref<(event: KeyboardEvent) => void>
  id: string
  query: string
  /** Element that had the focus when the palette opened. */
  opener: Element | null
  /** Told the id of the option that Enter chooses. */
  showActive(optionId: string | undefined): void
  close(left: boolean): void
}

/** Results of the palette, as the list of its field. */
export const Results = ({ ref, id, query, opener, showActive, close }: ResultsProps) => {
  const [active, setActive] = useState<{ query: string; key: string | undefined }>()
  const list = useRef<HTMLDivElement>(null)
  const groups = usePaletteItems(query.trim(), opener)
  const all = groups.flatMap(({ label, found }) => found.map((one) => ({ ...one, key: `${label} ${one.item.id}` })))
  // Results that come later must not move what is chosen; another query starts at the top.
  const at = Math.max(
    0,
    all.findIndex(({ key }) => active?.query === query && key === active.key),
  )
  const optionId = (index: number) => `${id}-${index}`
  const activeId = all.length > 0 ? optionId(at) : undefined
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    recents.note(item.id)
    close(item.leaves)
    void item.run()
  }
  const pick = (index: number) => setActive({ query, key: all[index]?.key })
  useLayoutEffect(() => showActive(activeId), [activeId, showActive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the top, by key the active one is shown.
  useEffect(() => {
    if (at === 0) list.current?.scrollTo({ top: 0 })
    else document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, query])
  useImperativeHandle(ref, () => (event) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(all[at]?.item)
    }
    const next = all.length > 0 ? indexAfter(event.key, at, all.length) : undefined
    if (next === undefined) return
    event.preventDefault()
    pick(next)
  })
  let index = -1
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label="Results" className="palette-list">
        {groups.map(({ label, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div key={label} role="group" aria-label={label}>
            {label !== 'Found' && (
              <div className="palette-group" aria-hidden>
                {label}
              </div>
            )}
            {found.map((one) => {
              index += 1
              const own = index
              return (
                <PaletteOption
                  key={one.item.id}
                  id={optionId(own)}
                  found={one}
                  active={own === at}
                  choose={() => choose(one.item)}
                  point={() => pick(own)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p className="palette-foot" role="status">
        {all.length === 0 ? 'Nothing found' : `${all.length === 1 ? 'One result' : `${all.length} results`}`}
      </p>
    </>
  )
}
