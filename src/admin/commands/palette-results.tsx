import { Kbd, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
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
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import type { EntryTitles, TextMatch, TextPiece } from '../../model/content/entry.ts'
import { fieldAt } from '../../model/fields/leaves-of.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { useSignOut } from '../accounts/use-sign-out.ts'
import { call, queryClient } from '../api/client.ts'
import { modKey, paletteSelection } from '../ui/keys.ts'
import { formPath } from '../ui/screens.ts'
import {
  actionItems,
  type EntryRef,
  entryActions,
  entryAt,
  entryItemId,
  entryItems,
  fieldItems,
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

interface Found {
  item: PaletteItem
  pieces: readonly TextPiece[]
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
/** Every collection has its fields: what is done, screens and entries come first where they match as well. */
const fieldWeight = 0.75
const recentBonus = 0.08

/** Prepares items once, since preparing takes longer than searching. */
export const prepareItems = (items: readonly PaletteItem[]): Prepared[] =>
  items.map((item, order) => ({
    item,
    order,
    label: fuzzysort.prepare(item.label),
    words: fuzzysort.prepare(`${item.label} ${item.detail} ${item.keywords ?? ''}`.trim()),
  }))

const piecesOf = (text: string, indexes: readonly number[]): TextPiece[] => {
  const matched = new Set(indexes)
  const pieces: TextPiece[] = []
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1)
    if (last && last.matched === matched.has(at)) last.text += text[at]
    else pieces.push({ text: text[at] ?? '', matched: matched.has(at) })
  }
  return pieces
}

export const Marked = ({ pieces }: { pieces: readonly TextPiece[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one label never move.
  pieces.map(({ text, matched }, at) => (matched ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))

const unmarked = (item: PaletteItem): Found => ({ item, pieces: [{ text: item.label, matched: false }] })

/** The items that match best, best first; among equals recent ones, then the earlier ones. */
export const searchItems = (prepared: readonly Prepared[], query: string, recent: readonly string[]): Found[] => {
  const scores = new Map<PaletteItem, { score: number; order: number; pieces: readonly TextPiece[] }>()
  const note = ({ item, order }: Prepared, score: number, pieces: () => readonly TextPiece[]) => {
    const at = recent.indexOf(item.id)
    const total =
      score * (item.id.startsWith('field ') ? fieldWeight : 1) + (at < 0 ? 0 : recentBonus * (1 - at / recent.length))
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

const debounceMs = 150

/** Texts of all entries and of the settings with these words, from two characters on; only the answer to this very query counts. */
const useTextMatches = (query: string) => {
  const [q] = useDebouncedValue(query, debounceMs)
  const { data, error, isFetching } = useQuery({
    queryKey: ['text-matches', q],
    queryFn: ({ signal }) => call('GET /api/text-matches', { query: { q }, signal }),
    enabled: q.length > 1 && q === query,
    gcTime: 0,
  })
  const isLate = q !== query
  return {
    matches: isLate ? [] : (data?.matches ?? []),
    state: query.length < 2 ? 'none' : isLate || isFetching ? 'pending' : error ? 'failed' : 'done',
  }
}

const key = ['entry-titles'] as const

const readTitles = async (signal: AbortSignal): Promise<EntryTitles> => {
  const known = queryClient.getQueryData<EntryTitles>(key)
  const answer = await call('GET /api/entry-titles', { query: { version: known?.version }, signal })
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

const textItem = ({ collection, entry, title, path, pieces }: TextMatch, { go }: Places): Found => {
  const at = fieldAt(path)
  const definition = findCollection(collection)
  const label = definition ? definition.fields[at.field]?.label : Reflect.get(settingFields, at.field)?.label
  const form = formPath(collection, entry)
  const detail = `${title || definition?.label.one}, ${label}`
  return { item: { id: `text ${form} ${path}`, label: detail, detail, leaves: true, run: () => go(form, at) }, pieces }
}

/** Items of the palette for a query. All but the matches in texts is found at once, without the server. */
const usePaletteItems = (query: string, opener: Element | null) => {
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
    const groups: Group[] = [
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
    ]
    return { groups: groups.filter((group) => group.found.length > 0), texts: 'none' }
  }
  const shown = new Set(found.map(({ item }) => item.id))
  // An entry that is found by its title need not be found in it again, nor in its address.
  const isNew = ({ collection, entry, path }: TextMatch) => {
    const { preview, fields } = findCollection(collection) ?? {}
    const isText = preview?.title !== path && fields?.[path]?.kind !== 'slug'
    return isText || entry === null || !shown.has(entryItemId({ collection: collection as CollectionName, id: entry }))
  }
  const groups: Group[] = [
    { label: 'Found', found },
    { label: 'In texts', found: texts.matches.filter(isNew).map((match) => textItem(match, places)) },
  ]
  return { groups: groups.filter((group) => group.found.length > 0), texts: texts.state }
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
    <span className="palette-label" dir="auto">
      <Marked pieces={pieces} />
    </span>
    <span className="palette-detail muted">{item.detail}</span>
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

const counted = (count: number) => (count === 0 ? 'Nothing found' : count === 1 ? 'One result' : `${count} results`)

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
  const { groups, texts } = usePaletteItems(query.trim(), opener)
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
        {texts === 'pending' ? 'Searching texts…' : counted(all.length)}
        {texts === 'failed' && '. The texts could not be searched: check the connection.'}
      </p>
    </>
  )
}
