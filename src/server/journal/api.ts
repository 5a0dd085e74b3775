import { z } from 'zod'
import { NotFound } from '../../model/errors.ts'
import { type Change, type NamedChange, namedChangeSchema } from '../../model/journal/change.ts'
import { type Endpoint, pagingQuery, readQuery } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import { listAnswer } from '../endpoint/schemas.ts'
import type { Services } from '../services.ts'

const listQuery = z.strictObject({
  ...pagingQuery,
  collection: z.string().max(40).optional(),
  entry: z.string().max(64).optional(),
})

export const changesApi = ({ journal, publisher, accounts }: Services) => {
  const named = async (changes: readonly Change[]): Promise<NamedChange[]> => {
    const names = await accounts.users.namesOf([...new Set(changes.map(({ by }) => by))])
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
    undo: {
      operation: { summary: 'Makes the inverse change', status: 201, answer: namedChangeSchema },
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
