import { Readable } from 'node:stream'
import { spamCalls } from '../../model/inbox/spam-dry-run.ts'
import { type InboxMessage, inboxCalls } from '../../model/inbox/stored-message.ts'
import { type AppContext, endpoints, tagged } from '../endpoint/endpoint.ts'
import type { Messages } from './messages.ts'
import type { createSpamFilter } from './spam-filter.ts'

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

/** All ids come in one call, 39 bytes each as JSON. */
const maxSelectionBytes = 512 * 1024

/** Endpoints for reading, sorting, answering and exporting messages, and for erasing a person. */
export const inboxApi = (messages: Messages) => {
  type Taken = { context: AppContext; id: string }
  const acting =
    (act: (id: string) => Promise<InboxMessage>) =>
    async ({ context, id }: Taken) =>
      tagged(context, await act(id))
  type Filter = Parameters<Messages['pages']>[0]
  const file =
    (type: string, write: (pages: AsyncIterable<InboxMessage[]>) => AsyncGenerator<string>) =>
    ({ context, query }: { context: AppContext; query: Filter }) => {
      const name = `messages-${new Date().toISOString().slice(0, 10)}.${type === 'text/csv' ? 'csv' : 'json'}`
      // Pieces are made as they are read, and no more of them when the reader is gone.
      const bytes = Readable.toWeb(Readable.from(write(messages.pages(query)), { objectMode: false }))
      return context.body(bytes as ReadableStream, 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    }

  return endpoints(inboxCalls(), {
    'GET /api/inbox': [
      'Counts messages in each view, and reads the state of outgoing email',
      ({ query: { today } }) => messages.inbox(today),
    ],
    'GET /api/messages': ['Lists messages, newest first', ({ query }) => messages.list(query)],
    'PATCH /api/messages': [
      'Changes many messages at once',
      { size: maxSelectionBytes },
      async ({ body }) => ({ changed: await messages.updateAll(body) }),
    ],
    'GET /api/messages.csv': ['Messages as CSV', { alsoAs: 'text/csv' }, file('text/csv', csvOf)],
    'GET /api/messages.json': [
      'Messages as a JSON file',
      { alsoAs: 'application/json' },
      file('application/json', jsonOf),
    ],
    'GET /api/messages/:id': ['Reads a message', acting(messages.get)],
    'PATCH /api/messages/:id': [
      'Changes status, note or follow-up day of a message',
      async ({ context, id, body, based: { version } }) =>
        tagged(context, await messages.update(id, body, { version })),
    ],
    'DELETE /api/messages/:id': [
      'Moves a message to the trash, where it stays for thirty days',
      acting(messages.remove),
    ],
    'POST /api/messages/:id/restoration': ['Takes a message out of the trash', acting(messages.restore)],
    'POST /api/messages/:id/deliveries': ['Sends the emails of a message again', acting(messages.sendAgain)],
    'POST /api/messages/:id/replies': [
      'Answers a message by email',
      { size: 128 * 1024, status: 201 },
      async ({ context, id, body }) => tagged(context, await messages.reply(id, body)),
    ],
    'POST /api/people/lookups': [
      'Counts the data stored about the holder of an email address',
      ({ body: { email } }) => messages.personalData(email),
    ],
    'POST /api/people/erasures': [
      'Erases the messages and emails of the holder of an address for good',
      ({ body: { email }, based: { by } }) => messages.erase(email, by),
    ],
  })
}

/** Proof of work for visitors; spam rules and their dry run for the owner. */
export const spamApi = (spam: ReturnType<typeof createSpamFilter>) =>
  endpoints(spamCalls(), {
    'GET /api/messages/challenge': [
      'Gives the contact form a challenge, valid for two hours and one message',
      async () => ({ challenge: await spam.proofs.challenge() }),
    ],
    'GET /api/spam-rules': [
      'Reads the points of each signal of spam',
      async ({ context }) => tagged(context, await spam.rules()).rules,
    ],
    'PATCH /api/spam-rules': [
      'Changes the points of signals of spam; undone in the history',
      async ({ context, body, based }) => tagged(context, await spam.updateRules(body, based)).rules,
    ],
    'POST /api/spam-rules/dry-runs': [
      'Applies other rules to the newest messages; changes nothing',
      ({ body: { rules, last } }) => spam.dryRun(rules, last),
    ],
  })
