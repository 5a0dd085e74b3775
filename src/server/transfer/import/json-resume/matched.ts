import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../../../model/content/entry.ts'
import type { Candidate, Data } from './candidate.ts'
import { isSameLink } from './same-link.ts'

const folded = (value: unknown) => String(value).trim().toLowerCase()
const isUnsaid = (value: unknown) => value === undefined || value === '' || value === null || value === 0

/** Number of the identifying values that agree; -1 when one does not. One that either side leaves out does not count. */
const agreement = ({ identity, given }: Candidate, data: Data): number => {
  let score = 0
  for (const [index, field] of identity.entries()) {
    const [theirs, ours] = [given[field], data[field]]
    if (isUnsaid(theirs) || isUnsaid(ours)) {
      // Without its first one, a name, nothing is recognized.
      if (index === 0) return -1
      continue
    }
    if (folded(theirs) !== folded(ours)) return -1
    score += 1
  }
  return score
}

/** The entries that are the same as candidates of their collection, by the candidates' keys: each entry once, those that agree in more first. */
export const matched = (candidates: readonly Candidate[], entries: readonly Entry[]): Map<string, Entry> => {
  const nameIn = (data: Data, [name = '']: readonly string[]) => folded(data[name])
  const [{ identity } = { identity: [] }] = candidates
  // Only those of one name are compared: a file may have thousands, and so may the site.
  const named = Map.groupBy(entries, ({ data }) => nameIn(data as Data, identity))
  const pairs = candidates.flatMap((candidate) =>
    (named.get(nameIn(candidate.given, identity)) ?? []).flatMap((entry) => {
      const score = agreement(candidate, entry.data as Data)
      return score < 0 ? [] : [{ candidate, entry, score }]
    }),
  )
  const found = new Map<string, Entry>()
  const taken = new Set<string>()
  for (const { candidate, entry } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (found.has(candidate.key) || taken.has(entry.id)) continue
    found.set(candidate.key, entry)
    taken.add(entry.id)
  }
  return found
}

const itemsIn = (data: Data) => (Array.isArray(data.items) ? data.items : []) as readonly Data[]

const isSameItem = (a: Data, b: Data) =>
  folded(a.title) === folded(b.title) && (isUnsaid(a.year) || isUnsaid(b.year) || a.year === b.year)

/** The candidate without items of its list that other lists of the same kind have. */
export const withoutItemsOf = (candidate: Candidate, others: readonly Entry[]): Candidate => {
  if (!candidate.given.items) return candidate
  const elsewhere = others.map(({ data }) => data as Data).filter(({ kind }) => kind === candidate.given.kind)
  const items = itemsIn(candidate.given).filter(
    (item) => !elsewhere.some((data) => itemsIn(data).some((one) => isSameItem(item, one))),
  )
  return { ...candidate, given: { ...candidate.given, items } }
}

/** The items here, with what the file says otherwise of them, and those that only the file has. */
const joinedItems = (data: Data, given: Data, publicUrl: string): Data[] => {
  const left = [...itemsIn(given)]
  const here = itemsIn(data).map((item) => {
    const at = left.findIndex((one) => isSameItem(item, one))
    const [said = {}] = at < 0 ? [] : left.splice(at, 1)
    return { ...item, ...said, ...(isSameLink(item.url, said.url, publicUrl) ? { url: item.url } : {}) }
  })
  return [...here, ...left]
}

/** Fields of an entry that a candidate changes. A link may be spelled in another way. */
export const changesTo = ({ given }: Candidate, data: Data, publicUrl: string): Data => {
  const items = given.items ? { items: joinedItems(data, given, publicUrl) } : {}
  return Object.fromEntries(
    Object.entries({ ...given, ...items }).filter(
      ([field, value]) => !isDeepStrictEqual(data[field], value) && !isSameLink(data[field], value, publicUrl),
    ),
  )
}
