import { findCollection } from '../../model/content/collections.ts'
import { folded } from '../db/search-text.ts'

/** Bounds the journal's text for searching; a longer text is found by its beginning. */
const maxLength = 800

type State = Record<string, unknown>

const asState = (value: unknown): State => (typeof value === 'object' && value !== null ? (value as State) : {})

const contentOf = (state: State): State => (state.draft === undefined ? state : asState(state.draft))

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Text by which a change is found: the name of what changed, and both texts of each field that did. */
export const changeSearchText = (collection: string, before: unknown, after: unknown): string => {
  const [was, is] = [contentOf(asState(before)), contentOf(asState(after))]
  const title = findCollection(collection)?.preview.title ?? 'name'
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => name !== title && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const texts = [title, ...changed].flatMap((name) => [...textsIn(is[name]), ...textsIn(was[name])])
  return folded([...new Set(texts)].join('\n')).slice(0, maxLength)
}
