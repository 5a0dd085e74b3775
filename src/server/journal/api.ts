import { z } from 'zod'
import { NotFound } from '../../model/errors.ts'
import { type Change, type NamedChange, namedChangeSchema } from '../../model/journal/change.ts'
import { type Endpoint, endpoint, flag, listAnswer, pagingQuery, type Shown } from '../endpoint/endpoint.ts'
import type { Journal } from './journal.ts'

const listQuery = z.strictObject({
  ...pagingQuery,
  collection: z.string().max(40).optional(),
  entry: z.string().max(64).optional(),
  by: z.string().max(200).optional(),
  action: z.string().max(40).optional(),
  from: z.iso.datetime('Name a time such as 2026-11-22T00:00:00Z.').optional(),
  to: z.iso.datetime('Name a time such as 2026-11-22T00:00:00Z.').optional(),
  q: z.string().max(200).optional(),
  batch: z.coerce.number().int().optional(),
  grouped: flag,
})
const authorSchema = z.object({ by: z.string(), name: z.string().nullable() })

type NamesOf = (ids: readonly string[]) => Promise<Map<string, string>>

export const changesApi = (journal: Journal, publisher: Shown, namesOf: NamesOf) => {
  const named = async (changes: readonly (Change & { size: number })[]): Promise<NamedChange[]> => {
    const names = await namesOf([...new Set(changes.map(({ by }) => by))])
    return changes.map((change) => ({ ...change, byName: names.get(change.by) ?? null }))
  }

  return {
    list: endpoint(
      { summary: 'Lists changes, newest first', query: listQuery, answer: listAnswer('changes', namedChangeSchema) },
      async ({ query }) => {
        const { changes, next } = await journal.list(query)
        return { changes: await named(changes), next }
      },
    ),
    authors: endpoint(
      {
        summary: 'Everybody who made a change, for filtering',
        answer: z.object({ authors: z.array(authorSchema) }),
      },
      async () => {
        const authors = await journal.authors()
        const names = await namesOf(authors)
        return { authors: authors.map((by) => ({ by, name: names.get(by) ?? null })) }
      },
    ),
    undo: endpoint(
      { summary: 'Makes the inverse change', status: 201, answer: namedChangeSchema, others: ['Gone'] },
      async ({ id, based }) => {
        if (!/^\d{1,15}$/.test(id)) throw new NotFound('change', id)
        const change = await journal.undo(Number(id), based)
        await publisher.shown()
        return (await named([change]))[0]
      },
    ),
  } satisfies Record<string, Endpoint>
}
