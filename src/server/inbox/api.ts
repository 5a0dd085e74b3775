import { z } from 'zod'
import {
  daySchema,
  erasedPersonSchema,
  type InboxMessage,
  inboxStateSchema,
  personalDataSchema,
} from '../../model/inbox/stored-message.ts'
import type { AppContext } from '../endpoint/context.ts'
import { type Endpoint, readBody, readQuery } from '../endpoint/endpoint.ts'
import { messageFilterQuery } from './messages/api.ts'
import { csvOf, jsonOf } from './messages/message-file.ts'
import type { Messages } from './messages/messages.ts'

const inboxQuery = z.strictObject({ today: daySchema.optional() })
const personBody = z.strictObject({ email: z.string('Name an email address.').max(320) })
const exportQuery = z.strictObject(messageFilterQuery)

/** Streams the pieces as they are read. Stops making them when the reader cancels. */
const streamOf = (pieces: AsyncGenerator<string>) => {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}

/** Endpoints of the inbox as a whole: its state, exports, and erasing a person. */
export const inboxApi = (messages: Messages) => {
  const file = (
    summary: string,
    type: string,
    write: (pages: AsyncIterable<InboxMessage[]>) => AsyncGenerator<string>,
  ): Endpoint => ({
    operation: { summary, query: exportQuery, alsoAs: type },
    handle: (context) => {
      const filter = readQuery(context, exportQuery)
      const name = `messages-${new Date().toISOString().slice(0, 10)}.${type === 'text/csv' ? 'csv' : 'json'}`
      return context.body(streamOf(write(messages.pages(filter))), 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    },
  })
  // In the body: URLs are kept in logs and browser histories.
  const emailOf = async (context: AppContext) => (await readBody(context, personBody)).email

  return {
    inbox: {
      operation: {
        summary: 'Counts messages in each view, and reads the state of outgoing email',
        query: inboxQuery,
        answer: inboxStateSchema,
      },
      handle: async (context) => {
        const { today } = readQuery(context, inboxQuery)
        return context.json(await messages.inbox(today))
      },
    },
    csv: file('Messages as CSV', 'text/csv', csvOf),
    json: file('Messages as a JSON file', 'application/json', jsonOf),
    person: {
      operation: {
        summary: 'Counts the data stored about the holder of an email address',
        body: personBody,
        answer: personalDataSchema,
      },
      handle: async (context) => context.json(await messages.personalData(await emailOf(context))),
    },
    erase: {
      operation: {
        summary: 'Erases the messages and emails of the holder of an address for good',
        body: personBody,
        answer: erasedPersonSchema,
      },
      handle: async (context) => context.json(await messages.erase(await emailOf(context))),
    },
  } satisfies Record<string, Endpoint>
}
