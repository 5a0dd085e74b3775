import type { InboxMessage } from '../../../model/inbox/stored-message.ts'

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
