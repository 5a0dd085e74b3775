import { z } from 'zod'
import { spamDryRunSchema } from '../../model/inbox/spam-dry-run.ts'
import { spamRulesPatch, spamRulesSchema } from '../../model/inbox/spam-rules.ts'
import {
  daySchema,
  erasedPersonSchema,
  type InboxMessage,
  inboxMessageSchema,
  inboxStateSchema,
  inboxViews,
  messageChangeSchema,
  messageStatuses,
  messagesChangeSchema,
  newReplySchema,
  personalDataSchema,
} from '../../model/inbox/stored-message.ts'
import {
  type AppContext,
  authorOf,
  type Endpoint,
  listAnswer,
  pagingQuery,
  readBody,
  readQuery,
  versionOf,
} from '../endpoint/endpoint.ts'
import type { Messages } from './messages.ts'
import type { createSpamFilter, VersionedRules } from './spam-filter.ts'

/** Filter of lists and exports. */
const messageFilterQuery = {
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

type Column = readonly [name: string, of: (message: InboxMessage) => string, isOurs?: 'ours']

// `ours`: never a visitor's text, so that no formula can be in it.
const columns: readonly Column[] = [
  ['id', ({ id }) => id, 'ours'],
  ['received', ({ createdAt }) => createdAt, 'ours'],
  ['name', ({ user_name }) => user_name],
  ['email', ({ user_email }) => user_email],
  ['message', ({ message }) => message],
  ['status', ({ status }) => status, 'ours'],
  ['note', ({ note }) => note],
  ['follow_up', ({ followUp }) => followUp ?? '', 'ours'],
  ['spam_score', ({ spamScore }) => String(spamScore)],
  ['deliveries', ({ deliveries }) => deliveries.map(({ kind, state }) => `${kind} ${state}`).join(', '), 'ours'],
  ['replies', ({ replies }) => replies.map(({ createdAt, text }) => `${createdAt} ${text}`).join('\n\n')],
]

// A spreadsheet runs what begins so, in the wide forms of East Asian keyboards too. A cell also begins wherever a spreadsheet of
// another locale splits: after a semicolon, a tab or a line end. Blanks and quotes before the formula do not help against it.
const formula = /(^|[,;|\t\r\n])(?=[ \u00a0"']*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g

// Always in quotes: otherwise a semicolon within ends the cell where semicolons separate.
const cell = (text: string): string => `"${text.replaceAll(formula, "$1'").replaceAll('"', '""')}"`

const header = columns.map(([name]) => `"${name}"`).join(',')
const row = (message: InboxMessage): string =>
  columns.map(([, of, isOurs]) => (isOurs ? `"${of(message)}"` : cell(of(message)))).join(',')

/**
 * Messages as RFC 4180 CSV, a piece for each page of them. It begins with a byte order mark: without one, spreadsheets read UTF-8
 * as something else.
 */
export async function* csvOf(pages: AsyncIterable<InboxMessage[]>): AsyncGenerator<string> {
  yield `\uFEFF${header}\r\n`
  for await (const page of pages) yield page.map((message) => `${row(message)}\r\n`).join('')
}

/** The same as JSON: `{ messages: […] }`. */
export async function* jsonOf(pages: AsyncIterable<InboxMessage[]>): AsyncGenerator<string> {
  let before = '{"messages":['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield `${before}\n${page.map((message) => JSON.stringify(message)).join(',\n')}`
    before = ','
  }
  yield before === ',' ? '\n]}\n' : `${before}]}\n`
}

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

const challenge = z.object({
  challenge: z.string().describe('Solve it and send it with a message as proof; see docs/decisions/014-spam.md.'),
})

const dryRunBody = z.strictObject({
  rules: spamRulesSchema,
  last: z.int('last must be a whole number.').min(1).max(1000).default(200).describe('Number of newest messages.'),
})

/** Proof of work for visitors; spam rules and their dry run for the owner. */
export const spamApi = (spam: ReturnType<typeof createSpamFilter>) => {
  const withVersion = (context: AppContext, { rules, version }: VersionedRules) =>
    context.json(rules, 200, { ETag: `"${version}"` })
  return {
    challenge: {
      operation: {
        summary: 'Gives the contact form a challenge, valid for two hours and one message',
        answer: challenge,
      },
      handle: async (context) => context.json({ challenge: await spam.proofs.challenge() }),
    },
    rules: {
      operation: { summary: 'Reads the points of each signal of spam', answer: spamRulesSchema },
      handle: async (context) => withVersion(context, await spam.rules()),
    },
    update: {
      operation: {
        summary: 'Changes the points of signals of spam; undone in the history',
        body: spamRulesPatch,
        versioned: 'may',
        answer: spamRulesSchema,
      },
      handle: async (context) => {
        const patch = await readBody(context, spamRulesPatch)
        return withVersion(
          context,
          await spam.updateRules(patch, { ...authorOf(context), version: versionOf(context) }),
        )
      },
    },
    dryRun: {
      operation: {
        summary: 'Applies other rules to the newest messages; changes nothing',
        body: dryRunBody,
        answer: spamDryRunSchema,
      },
      handle: async (context) => {
        const { rules, last } = await readBody(context, dryRunBody)
        return context.json(await spam.dryRun(rules, last))
      },
    },
  } satisfies Record<string, Endpoint>
}
