import { z } from 'zod'
import { mostInBulk } from '../../model/content/entry.ts'
import { draftSchema, draftsOutcomeSchema, seenDraftSchema } from '../../model/publishing/draft.ts'
import type { Shown } from '../endpoint/context.ts'
import { type Endpoint, pagingQuery, readBody, readQuery } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import { listAnswer } from '../endpoint/schemas.ts'
import type { Drafts } from './drafts.ts'

const listQuery = z.strictObject(pagingQuery)
const list = listAnswer('drafts', draftSchema).extend({ count: z.int().describe('Of all drafts, on every page.') })
const body = z.strictObject({ drafts: z.array(seenDraftSchema).min(1).max(mostInBulk) })
const largestBody = 512 * 1024

export const draftsApi = (drafts: Drafts, publisher: Shown) =>
  ({
    list: {
      operation: { summary: 'Lists drafts that visitors do not see yet', query: listQuery, answer: list },
      handle: async (context) => context.json(await drafts.list(readQuery(context, listQuery))),
    },
    publish: {
      operation: { summary: 'Publishes these drafts, as one change', body, status: 201, answer: draftsOutcomeSchema },
      handle: async (context) => {
        const { drafts: seen } = await readBody(context, body, largestBody)
        const outcome = await drafts.publish(seen, authorOf(context))
        await publisher.shown()
        return context.json(outcome, 201)
      },
    },
    discard: {
      operation: { summary: 'Discards these drafts, as one change', body, status: 201, answer: draftsOutcomeSchema },
      handle: async (context) => {
        const { drafts: seen } = await readBody(context, body, largestBody)
        return context.json(await drafts.discard(seen, authorOf(context)), 201)
      },
    },
  }) satisfies Record<string, Endpoint>
