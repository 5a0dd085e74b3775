import { z } from 'zod'
import { NotFound } from '../../../model/errors.ts'
import type { Services } from '../../services.ts'
import { type Endpoint, pagingQuery, readQuery } from '../endpoint.ts'
import { authorOf } from '../session.ts'
import { onThePage } from './on-the-page.ts'
import { changeAnswer, changeList } from './schemas.ts'

const listQuery = z.strictObject({
  ...pagingQuery,
  collection: z.string().max(40).optional(),
  entry: z.string().max(64).optional(),
})

/** The journal, and taking a change back. */
export const changesApi = ({ journal, publisher }: Services) => {
  const shown = onThePage(publisher)
  return {
    list: {
      operation: { summary: 'Lists changes, newest first', query: listQuery, answer: changeList },
      handle: async (context) => context.json(await journal.list(readQuery(context, listQuery))),
    },
    undo: {
      operation: { summary: 'Makes the inverse change', status: 201, answer: changeAnswer },
      handle: async (context) => {
        const id = context.req.param('id') ?? ''
        if (!/^\d{1,15}$/.test(id)) throw new NotFound('change', id)
        const change = await journal.undo(Number(id), authorOf(context))
        await shown()
        return context.json(change, 201)
      },
    },
  } satisfies Record<string, Endpoint>
}
