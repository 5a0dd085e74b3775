import { Navigate, useSearchParams } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import { listAnchors } from '../../model/content/list-items.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { fieldAt, type Leaf, leavesOf } from '../../model/fields/leaves-of.ts'
import { pageAnchor, slugPath } from '../../model/publishing/page-paths.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type SectionOutline, sections } from '../../model/sections/sections.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { useContent } from '../preview/shown.ts'
import { Loaded } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { formPath, screenOf } from '../ui/screens.ts'

/** Place on the page at which *Edit* was pressed. */
interface Seen {
  path: string
  /** Id of the section in the middle of the window; empty on a page without any. */
  section: string
  /** Text in the middle of the window, or around what is selected. */
  text: string
  /** True for a selected text: then it decides, also between an entry and a setting. */
  selected: boolean
}

interface Place {
  path: string
  state?: { field: string; index?: number }
}

interface Shown {
  collection: CollectionName
  entry: { id: string; slug?: string }
}

const wordsIn = (value: unknown): string[] =>
  (typeof value === 'object' ? JSON.stringify(value ?? '') : String(value))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Least share of the words of a text that must stand in what it is taken from: the page adds words, such as a year or a category. */
const leastShare = 0.6

/** The one in which most of these words stand; of several, the shortest. */
const bestOf = <T,>(all: readonly T[], words: readonly string[], textsOf: (one: T) => unknown): T | undefined => {
  const rated = all.flatMap((one) => {
    const own = wordsIn(textsOf(one))
    const known = new Set(own)
    const share = words.filter((word) => known.has(word)).length / words.length
    return share >= leastShare ? [{ one, share, length: own.length }] : []
  })
  return rated.sort((a, b) => b.share - a.share || a.length - b.length)[0]?.one
}

const all = (content: Content, names: readonly CollectionName[]): Shown[] =>
  names.flatMap((collection) => content[collection].map((entry) => ({ collection, entry })))

/** The entries of a page, or of the section of one. */
const shownAt = (content: Content, { path, section }: Seen): Shown[] => {
  const withPage = all(content, ['projects', 'pages'])
  const own = withPage.find(({ collection, entry }) => slugPath(collection, entry.slug ?? '') === path)
  if (own) return [own]
  if (path === '/testimonials') return all(content, ['testimonials'])
  if (path === '/projects' || path.startsWith('/projects/')) return all(content, ['projects'])
  const anchors = listAnchors(content.lists)
  const placed = all(content, ['lists', 'pages']).filter(({ collection, entry }, at) =>
    collection === 'lists' ? anchors[at] === section : pageAnchor(entry.slug ?? '') === section,
  )
  if (placed.length > 0) return placed
  const outline = new Map<string, SectionOutline>(Object.entries(sections)).get(section)
  return all(content, outline?.collections ?? [])
}

const entryPlace = ({ collection, entry }: Shown, leaf?: Leaf): Place => ({
  path: formPath(collection, entry.id),
  ...(leaf && { state: fieldAt(leaf.path) }),
})

const leavesIn = ({ collection, entry }: Shown): Leaf[] =>
  leavesOf((findCollection(collection)?.fields ?? {}) as Fields, entry as object as Record<string, unknown>)

/** The form, and in it the field, of what is seen; else the list of its section. */
const placeOf = (content: Content, seen: Seen): Place => {
  const words = wordsIn(seen.text)
  const shown = shownAt(content, seen)
  const settings = { path: '/admin/settings' }
  if (seen.selected) {
    const found = bestOf(
      [
        ...shown.flatMap((one) => leavesIn(one).map((leaf) => ({ leaf, place: entryPlace(one, leaf) }))),
        ...leavesOf(settingFields as unknown as Fields, content.settings).map((leaf) => ({
          leaf,
          place: { ...settings, state: fieldAt(leaf.path) },
        })),
      ],
      words,
      ({ leaf }) => leaf.value,
    )
    if (found) return found.place
  }
  const one = shown.length === 1 ? shown[0] : bestOf(shown, words, ({ entry }) => entry)
  if (one)
    return entryPlace(
      one,
      bestOf(leavesIn(one), words, ({ value }) => value),
    )
  if (shown[0]) return { path: screenOf(shown[0].collection) }
  if (seen.section === 'contact') return settings
  const [about] = all(content, ['about'])
  return about ? entryPlace(about) : { path: '/admin' }
}

/** Leads from the page to the form of what the owner saw there. */
export const EditFromPageScreen = () => {
  const [params] = useSearchParams()
  const content = useContent()
  const seen = {
    path: params.get('at') ?? '/',
    section: params.get('section') ?? '',
    text: params.get('text') ?? '',
    selected: params.has('selected'),
  }
  return (
    <Screen title="Edit">
      <Loaded query={content} h={220}>
        {(data) => {
          const { path, state } = placeOf(data, seen)
          return <Navigate replace to={path} state={state} />
        }}
      </Loaded>
    </Screen>
  )
}
