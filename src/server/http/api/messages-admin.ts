import { z } from 'zod'
import { messageStatuses } from '../../../model/stored-message.ts'
import type { Services } from '../../services.ts'
import { type Endpoint, nothing, pagingQuery, readBody, readQuery } from '../endpoint.ts'
import { messageAnswer, messageList } from './schemas.ts'

const status = z.enum(messageStatuses, `Choose ${messageStatuses.join(', ')}.`)
const listQuery = z.strictObject({ ...pagingQuery, status: status.optional() })
const updateBody = z.strictObject({ status })

/** The inbox. */
export const messagesAdminApi = ({ messages }: Services) =>
  ({
    list: {
      operation: { summary: 'Lists messages, newest first', query: listQuery, answer: messageList },
      handle: async (context) => context.json(await messages.list(readQuery(context, listQuery))),
    },
    update: {
      operation: { summary: 'Marks a message as read, new or spam', body: updateBody, answer: messageAnswer },
      handle: async (context) =>
        context.json(await messages.update(context.req.param('id') ?? '', await readBody(context, updateBody))),
    },
    remove: {
      operation: { summary: 'Deletes a message for good', answer: nothing },
      handle: async (context) => {
        await messages.remove(context.req.param('id') ?? '')
        return context.json({})
      },
    },
  }) satisfies Record<string, Endpoint>
