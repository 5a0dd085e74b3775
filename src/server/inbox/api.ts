import { Readable } from 'node:stream'
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
import { type Endpoint, endpoint, listAnswer, pagingQuery, tagged } from '../endpoint/endpoint.ts'
import type { Messages } from './messages.ts'
import type { createSpamFilter } from './spam-filter.ts'

/** Filter of lists and exports. */
const messageFilterQuery = {
  view: z.enum(inboxViews, `Choose ${inboxViews.join(', ')}.`).optional(),
  status: z.enum(messageStatuses, `Choose ${messageStatuses.join(', ')}.`).optional(),
  q: z.string().max(200).optional(),
  from: z.string().max(254).optional(),
  today: daySchema.optional(),
}
const listQuery = z.strictObject({ ...pagingQuery, ...messageFilterQuery })
/** All ids come in one call, 39 bytes each as JSON. */
const maxSelectionBytes = 512 * 1024

/** Endpoints for reading, sorting and answering messages. */
export const messagesAdminApi = (messages: Messages) => {
  const answer = inboxMessageSchema
  const acting = (summary: string, act: (id: string) => Promise<InboxMessage>) =>
    endpoint({ summary, answer }, async ({ context, id }) => tagged(context, await act(id)))

  return {
    list: endpoint(
      { summary: 'Lists messages, newest first', query: listQuery, answer: listAnswer('messages', answer) },
      ({ query }) => messages.list(query),
    ),
    updateAll: endpoint(
      {
        summary: 'Changes many messages at once',
        body: messagesChangeSchema,
        size: maxSelectionBytes,
        answer: z.object({ changed: z.int().describe('Number of messages found.') }),
      },
      async ({ body }) => ({ changed: await messages.updateAll(body) }),
    ),
    get: acting('Reads a message', messages.get),
    update: endpoint(
      {
        summary: 'Changes status, note or follow-up day of a message',
        body: messageChangeSchema,
        versioned: 'may',
        answer,
      },
      async ({ context, id, body, based: { version } }) =>
        tagged(context, await messages.update(id, body, { version })),
    ),
    remove: acting('Moves a message to the trash, where it stays for thirty days', messages.remove),
    restore: acting('Takes a message out of the trash', messages.restore),
    sendAgain: acting('Sends the emails of a message again', messages.sendAgain),
    reply: endpoint(
      { summary: 'Answers a message by email', body: newReplySchema, size: 128 * 1024, status: 201, answer },
      async ({ context, id, body }) => tagged(context, await messages.reply(id, body)),
    ),
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
  ['answers', ({ answers }) => answers.map(({ question, answer }) => `${question} ${answer}`).join('\n')],
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
// In the body: URLs are kept in logs and browser histories.
const personBody = z.strictObject({ email: z.string('Name an email address.').max(320) })
const exportQuery = z.strictObject(messageFilterQuery)

/** Endpoints of the inbox as a whole: its state, exports, and erasing a person. */
export const inboxApi = (messages: Messages) => {
  const file = (
    summary: string,
    type: string,
    write: (pages: AsyncIterable<InboxMessage[]>) => AsyncGenerator<string>,
  ) =>
    endpoint({ summary, query: exportQuery, alsoAs: type }, ({ context, query }) => {
      const name = `messages-${new Date().toISOString().slice(0, 10)}.${type === 'text/csv' ? 'csv' : 'json'}`
      // Pieces are made as they are read, and no more of them when the reader is gone.
      const bytes = Readable.toWeb(Readable.from(write(messages.pages(query)), { objectMode: false }))
      return context.body(bytes as ReadableStream, 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    })

  return {
    inbox: endpoint(
      {
        summary: 'Counts messages in each view, and reads the state of outgoing email',
        query: inboxQuery,
        answer: inboxStateSchema,
      },
      ({ query: { today } }) => messages.inbox(today),
    ),
    csv: file('Messages as CSV', 'text/csv', csvOf),
    json: file('Messages as a JSON file', 'application/json', jsonOf),
    person: endpoint(
      {
        summary: 'Counts the data stored about the holder of an email address',
        body: personBody,
        answer: personalDataSchema,
      },
      ({ body: { email } }) => messages.personalData(email),
    ),
    erase: endpoint(
      {
        summary: 'Erases the messages and emails of the holder of an address for good',
        body: personBody,
        answer: erasedPersonSchema,
      },
      ({ body: { email }, based: { by } }) => messages.erase(email, by),
    ),
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
  return {
    challenge: endpoint(
      { summary: 'Gives the contact form a challenge, valid for two hours and one message', answer: challenge },
      async () => ({ challenge: await spam.proofs.challenge() }),
    ),
    rules: endpoint(
      { summary: 'Reads the points of each signal of spam', answer: spamRulesSchema },
      async ({ context }) => tagged(context, await spam.rules()).rules,
    ),
    update: endpoint(
      {
        summary: 'Changes the points of signals of spam; undone in the history',
        body: spamRulesPatch,
        versioned: 'may',
        answer: spamRulesSchema,
      },
      async ({ context, body, based }) => tagged(context, await spam.updateRules(body, based)).rules,
    ),
    dryRun: endpoint(
      {
        summary: 'Applies other rules to the newest messages; changes nothing',
        body: dryRunBody,
        answer: spamDryRunSchema,
      },
      ({ body: { rules, last } }) => spam.dryRun(rules, last),
    ),
  } satisfies Record<string, Endpoint>
}
