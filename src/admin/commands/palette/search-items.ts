import fuzzysort from 'fuzzysort'
import type { PaletteItem } from './palette-item.ts'

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
