import { z } from 'zod'
import { draftSchema, draftsOutcomeSchema, seenDraftSchema } from '../../model/publishing/draft.ts'
import { type Endpoint, jsonEndpoint, pagingQuery, readQuery } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import { listAnswer } from '../endpoint/schemas.ts'
import type { Services } from '../services.ts'

const listQuery = z.strictObject(pagingQuery)
const list = listAnswer('drafts', draftSchema).extend({ count: z.int().describe('Of all drafts, on every page.') })
const body = z.strictObject({ drafts: z.array(seenDraftSchema).min(1).max(500) })

export const draftsApi = ({ drafts, publisher }: Services) =>
  ({
    list: {
      operation: { summary: 'Lists drafts that visitors do not see yet', query: listQuery, answer: list },
      handle: async (context) => context.json(await drafts.list(readQuery(context, listQuery))),
    },
    publish: jsonEndpoint(
      { summary: 'Publishes these drafts, as one change', body, status: 201, answer: draftsOutcomeSchema },
      async (context, { drafts: seen }) => {
        const outcome = await drafts.publish(seen, authorOf(context))
        await publisher.shown()
        return outcome
      },
    ),
    discard: jsonEndpoint(
      { summary: 'Discards these drafts, as one change', body, status: 201, answer: draftsOutcomeSchema },
      async (context, { drafts: seen }) => drafts.discard(seen, authorOf(context)),
    ),
  }) satisfies Record<string, Endpoint>
