import { v7 as uuid } from 'uuid'
import { collections } from '../../src/model/content/collections.ts'
import { examplesOf } from '../../src/model/content/examples.ts'
import type { Database } from '../../src/server/db/database.ts'
import { changeSearchText } from '../../src/server/journal/record-change.ts'

export interface FilledHistory {
  /** Somebody who made a fifth of the changes. */
  author: string
  /** An entry that was changed a few hundred times. */
  entry: string
  /** Id of the change in the middle. */
  middle: number
}

const piece = 500
const halfAnHour = 1_800_000
const start = Date.parse('2021-01-01T00:00:00Z')
const names = ['skills', 'services', 'projects', 'testimonials', 'experiences'] as const
const actors = ['ada', 'mira', 'olga', 'token:Bench', 'samples']
const words = ['lighthouse', 'harbour', 'ferry', 'bakery', 'festival', 'printing', 'archive', 'orchard']

/**
 * Fills a journal with so many changes, half an hour apart: one in a thousand reorders, one in ten is a batch of ten, the others
 * change a field of one of 300 entries. Straight into the store: making each change would take an hour.
 */
export const fillHistory = async ({ kysely }: Database, total: number): Promise<FilledHistory> => {
  const entries = Array.from({ length: 300 }, () => uuid())
  const rowOf = (n: number) => {
    const collection = names[n % names.length] as (typeof names)[number]
    const { preview } = collections[collection]
    const examples = examplesOf(collection)
    const before = { ...examples[n % examples.length] } as Record<string, unknown>
    const title = `${words[n % words.length]} ${words[(n >> 3) % words.length]} ${n}x`
    const after = { ...before, [preview.title]: title }
    const base = {
      at: new Date(start + n * halfAnHour).toISOString(),
      actor: actors[(n >> 4) % actors.length] as string,
      collection,
      undoes: null,
      batch: null as number | null,
    }
    if (n % 1000 === 999)
      return { ...base, action: 'reorder', entry: null, before: '{"ids":[]}', after: '{"ids":[]}', search_text: '' }
    return {
      ...base,
      // The first of them has an id of its own.
      batch: n % 100 < 10 ? n - (n % 100) + 1 : null,
      action: n % 7 === 0 ? 'publish' : 'update',
      entry: entries[n % entries.length] as string,
      before: JSON.stringify({ draft: before, published: before, position: 1 }),
      after: JSON.stringify({ draft: after, published: before, position: 1 }),
      search_text: changeSearchText(collection, { draft: before }, { draft: after }),
    }
  }
  for (let from = 0; from < total; from += piece) {
    const rows = Array.from({ length: Math.min(piece, total - from) }, (_, at) => ({
      id: from + at + 1,
      ...rowOf(from + at),
    }))
    await kysely.insertInto('changes').values(rows).execute()
  }
  return { author: 'mira', entry: entries[7] as string, middle: Math.floor(total / 2) }
}
