import { z } from 'zod'
import { NotFound } from '../../model/errors.ts'
import { type Change, type NamedChange, namedChangeSchema } from '../../model/journal/change.ts'
import { authorOf, type Endpoint, flag, listAnswer, pagingQuery, readQuery, type Shown } from '../endpoint/endpoint.ts'
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
    list: {
      operation: {
        summary: 'Lists changes, newest first',
        query: listQuery,
        answer: listAnswer('changes', namedChangeSchema),
      },
      handle: async (context) => {
        const { changes, next } = await journal.list(readQuery(context, listQuery))
        return context.json({ changes: await named(changes), next })
      },
    },
    authors: {
      operation: {
        summary: 'Everybody who made a change, for filtering',
        answer: z.object({ authors: z.array(authorSchema) }),
      },
      handle: async (context) => {
        const authors = await journal.authors()
        const names = await namesOf(authors)
        return context.json({ authors: authors.map((by) => ({ by, name: names.get(by) ?? null })) })
      },
    },
    undo: {
      operation: { summary: 'Makes the inverse change', status: 201, answer: namedChangeSchema, others: ['Gone'] },
      handle: async (context) => {
        const id = context.req.param('id') ?? ''
        if (!/^\d{1,15}$/.test(id)) throw new NotFound('change', id)
        const change = await journal.undo(Number(id), authorOf(context))
        await publisher.shown()
        const [shownChange] = await named([change])
        return context.json(shownChange as NamedChange, 201)
      },
    },
  } satisfies Record<string, Endpoint>
}
