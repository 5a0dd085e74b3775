import { setImmediate as breathe } from 'node:timers/promises'
import { type CollectionName, collectionNames, collections } from '../../model/content/collections.ts'
import type { Content } from '../../model/publishing/published-content.ts'

/** An entry, or the settings, whose newest state cannot be rendered: the page shows its last good state, or leaves it out. */
export interface Withheld {
  collection: CollectionName | 'settings'
  entry: string | null
  reason: string
}

type Entry = { id: string; order: number } & Record<string, unknown>

/** One difference between the newest and the last good content. */
interface Part {
  collection: CollectionName | 'settings'
  entry: Entry | null
}

// Finding one of a thousand entries takes about twenty; content that throws everywhere must not hold up the site.
const mostAttempts = 120

const entriesIn = (content: Content | undefined, name: CollectionName) => (content?.[name] ?? []) as unknown as Entry[]
const dataOf = (entry: Entry | undefined) => entry && JSON.stringify({ ...entry, order: 0 })

const changedParts = (next: Content, good: Content | undefined): Part[] => {
  const entries = collectionNames.flatMap((name): Part[] => {
    const before = new Map(entriesIn(good, name).map((entry) => [entry.id, dataOf(entry)]))
    return entriesIn(next, name).flatMap((entry) =>
      before.get(entry.id) === dataOf(entry) ? [] : [{ collection: name, entry }],
    )
  })
  const sameSettings = !good || JSON.stringify(good.settings) === JSON.stringify(next.settings)
  return [...(sameSettings ? [] : [{ collection: 'settings', entry: null } as Part]), ...entries]
}

/** The newest content with the last good state of these parts, in the newest order; new ones are left out. */
const without = (next: Content, good: Content | undefined, parts: ReadonlySet<Part>): Content => {
  const held = new Set([...parts].map(({ entry }) => entry))
  const lists = collectionNames.map((name) => {
    const before = new Map(entriesIn(good, name).map((entry) => [entry.id, entry]))
    const list = entriesIn(next, name).flatMap((entry) => {
      if (!held.has(entry)) return [entry]
      const last = before.get(entry.id)
      return last ? [{ ...last, order: entry.order }] : []
    })
    return [name, list]
  })
  return {
    ...next,
    settings: good && held.has(null) ? { ...next.settings, ...good.settings } : next.settings,
    media: { ...good?.media, ...next.media },
    videos: { ...good?.videos, ...next.videos },
    ...Object.fromEntries(lists),
  }
}

const sentence = ({ collection, entry }: Part, reason: string): string => {
  if (collection === 'settings' || !entry) return `The settings cannot be shown: ${reason}`
  const { label, preview } = collections[collection]
  return `${label.one} “${String(entry[preview.title] ?? '')}” cannot be shown: ${reason}`
}

/**
 * Finds the largest part of `next` that can be rendered, starting from the last good content, or from no entries when even that fails.
 * `attempt` returns why content cannot be rendered. Undefined when nothing can.
 */
export const publishAround = async (
  next: Content,
  good: Content | undefined,
  attempt: (content: Content) => string | undefined,
): Promise<{ content: Content; withheld: Withheld[] } | undefined> => {
  let attempts = 0
  const tried = async (content: Content) => {
    attempts += 1
    await breathe()
    return attempt(content)
  }
  for (const base of good ? [good, undefined] : [undefined]) {
    const parts = changedParts(next, base)
    const out = new Set(parts)
    if (parts.length === 0 || (await tried(without(next, base, out))) !== undefined) continue
    const withheld: Withheld[] = []
    const take = async (chunk: readonly Part[]): Promise<void> => {
      const reason = await tried(without(next, base, new Set([...out].filter((part) => !chunk.includes(part)))))
      if (reason === undefined) for (const part of chunk) out.delete(part)
      else if (chunk.length === 1 || attempts > mostAttempts)
        for (const part of chunk)
          withheld.push({
            collection: part.collection,
            entry: part.entry?.id ?? null,
            reason: sentence(part, reason),
          })
      else {
        const half = Math.ceil(chunk.length / 2)
        await take(chunk.slice(0, half))
        await take(chunk.slice(half))
      }
    }
    await take(parts)
    return { content: without(next, base, out), withheld }
  }
  return undefined
}
