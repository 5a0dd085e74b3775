import { z } from 'zod'
import {
  daySchema,
  inboxMessageSchema,
  inboxViews,
  messageChangeSchema,
  messageStatuses,
  messagesChangeSchema,
  newReplySchema,
} from '../../../model/inbox/stored-message.ts'
import type { AppContext } from '../../endpoint/context.ts'
import { type Endpoint, pagingQuery, readBody, readQuery, versionOf } from '../../endpoint/endpoint.ts'
import { listAnswer } from '../../endpoint/schemas.ts'
import type { Messages } from './messages.ts'

/** Filter of lists and exports. */
export const messageFilterQuery = {
  view: z.enum(inboxViews, `Choose ${inboxViews.join(', ')}.`).optional(),
  status: z.enum(messageStatuses, `Choose ${messageStatuses.join(', ')}.`).optional(),
  q: z.string().max(200).optional(),
  from: z.string().max(254).optional(),
  today: daySchema.optional(),
}
const listQuery = z.strictObject({ ...pagingQuery, ...messageFilterQuery })
const changed = z.object({ changed: z.int().describe('Number of messages found.') })
/** All ids come in one call, 39 bytes each as JSON. */
const maxSelectionBytes = 512 * 1024

const idOf = (context: AppContext) => context.req.param('id') ?? ''

/** Endpoints for reading, sorting and answering messages. */
export const messagesAdminApi = (messages: Messages) => {
  const withVersion = (context: AppContext, message: { version: number }, status: 200 | 201 = 200) =>
    context.json(message, status, { ETag: `"${message.version}"` })

  return {
    list: {
      operation: {
        summary: 'Lists messages, newest first',
        query: listQuery,
        answer: listAnswer('messages', inboxMessageSchema),
      },
      handle: async (context) => context.json(await messages.list(readQuery(context, listQuery))),
    },
    updateAll: {
      operation: { summary: 'Changes many messages at once', body: messagesChangeSchema, answer: changed },
      handle: async (context) => {
        const change = await readBody(context, messagesChangeSchema, maxSelectionBytes)
        return context.json({ changed: await messages.updateAll(change) })
      },
    },
    get: {
      operation: { summary: 'Reads a message', answer: inboxMessageSchema },
      handle: async (context) => withVersion(context, await messages.get(idOf(context))),
    },
    update: {
      operation: {
        summary: 'Changes status, note or follow-up day of a message',
        body: messageChangeSchema,
        versioned: 'may',
        answer: inboxMessageSchema,
      },
      handle: async (context) => {
        const change = await readBody(context, messageChangeSchema)
        return withVersion(context, await messages.update(idOf(context), change, { version: versionOf(context) }))
      },
    },
    remove: {
      operation: {
        summary: 'Moves a message to the trash, where it stays for thirty days',
        answer: inboxMessageSchema,
      },
      handle: async (context) => withVersion(context, await messages.remove(idOf(context))),
    },
    restore: {
      operation: { summary: 'Takes a message out of the trash', answer: inboxMessageSchema },
      handle: async (context) => withVersion(context, await messages.restore(idOf(context))),
    },
    sendAgain: {
      operation: { summary: 'Sends the emails of a message again', answer: inboxMessageSchema },
      handle: async (context) => withVersion(context, await messages.sendAgain(idOf(context))),
    },
    reply: {
      operation: {
        summary: 'Answers a message by email',
        body: newReplySchema,
        status: 201,
        answer: inboxMessageSchema,
      },
      handle: async (context) => {
        const reply = await readBody(context, newReplySchema, 128 * 1024)
        return withVersion(context, await messages.reply(idOf(context), reply), 201)
      },
    },
  } satisfies Record<string, Endpoint>
}
