import type { Selectable } from 'kysely'
import { NotFound, StaleVersion } from '../../model/errors.ts'
import type { Answer } from '../../model/inbox/answers.ts'
import type { MessageInput } from '../../model/inbox/message.ts'
import { readSignals, spamReasons } from '../../model/inbox/spam-rules.ts'
import type {
  MessageChange,
  MessageLabel,
  MessageStatus,
  MessagesChange,
  StoredMessage,
} from '../../model/inbox/stored-message.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { folded } from '../db/paging.ts'
import type { MessagesTable } from '../db/tables.ts'
import { withoutLinks } from '../mail/emails.ts'
import type { Labelled } from './learned-signals.ts'

export type MessageRow = Selectable<MessagesTable>

/** Columns of a message as the owner sees it. The search text is as long as the message and is left out. */
export const messageColumns = [
  ...([
    'id',
    'user_name',
    'user_email',
    'message',
    'status',
    'spam_reasons',
    'spam_score',
    'label',
    'note',
    'answers',
  ] as const),
  ...(['follow_up', 'version', 'created_at', 'updated_at', 'deleted_at'] as const),
]
export type ListedRow = Pick<MessageRow, (typeof messageColumns)[number]>

/** Folded text that a search reads: the message, its sender, the owner's note, answers and replies. */
export const messageSearchText = (
  { user_name, user_email, message, note = '' }: MessageInput & { note?: string },
  others: readonly string[] = [],
): string => folded([user_name, user_email, message, note, ...others].join('\n'))

export const answersIn = ({ answers }: Pick<MessageRow, 'answers'>): Answer[] => JSON.parse(answers)

/** The row as the owner sees it. */
export const messageOf = (row: ListedRow): StoredMessage => ({
  id: row.id,
  user_name: row.user_name,
  user_email: row.user_email,
  message: row.message,
  answers: answersIn(row),
  status: row.status as MessageStatus,
  spamReasons: spamReasons(readSignals(row.spam_reasons)),
  spamScore: row.spam_score,
  label: row.label as MessageLabel | null,
  note: row.note,
  followUp: row.follow_up,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

type Quoted = Pick<StoredMessage, 'user_name' | 'message' | 'createdAt'>

/** The message as replies quote it. Without words of any language: the reply's is not known here. */
const quote = ({ user_name, message, createdAt }: Quoted): string => {
  const lines = message.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))
  return `\n\n${user_name}, ${createdAt.slice(0, 10)}:\n\n${lines.join('\n')}`
}

/** Reply with the message quoted below: a visitor has no copy of what the form sent. */
export const withQuote = (text: string, message: Quoted): string => text + withoutLinks(quote(message))

/** Reply without the quoted message. */
export const withoutQuote = (text: string, message: Quoted): string => {
  // Replies from before quoted links as they were.
  const end = [withoutLinks(quote(message)), quote(message)].find((one) => text.endsWith(one))
  return end === undefined ? text : text.slice(0, -end.length)
}

/** Search text of a stored message, with its answers, and the owner's replies but not their quotes. */
export const searchTextOf = async (reader: Reader, row: MessageRow): Promise<string> => {
  const replies = await reader
    .selectFrom('deliveries')
    .select('text')
    .where('message', '=', row.id)
    .where('kind', '=', 'reply')
    .orderBy('id')
    .execute()
  return messageSearchText(row, [
    ...answersIn(row).map(({ answer }) => answer),
    ...replies.map(({ text }) => withoutQuote(text, messageOf(row))),
  ])
}

/** Called in the transaction that stores labels, with the messages before the change, the new labels and the old ones. */
export type Learn = (trx: Trx, labelled: readonly Labelled<MessageRow>[]) => Promise<void>

/** Reads a message. Throws `NotFound`, also for a message in the trash unless `from` is `anywhere`. */
export const rowOf = async (reader: Reader, id: string, from: 'inbox' | 'anywhere' = 'inbox') => {
  const row = await reader.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || (from === 'inbox' && row.deleted_at !== null)) throw new NotFound('message', id)
  return row
}

const labelOf = ({ label }: MessageRow) => label as MessageLabel | null

/** Label after a change: moving to spam, moving out of it, and replying to an unlabelled message set it. */
const labelAfter = (row: MessageRow, { status, label }: Pick<MessageChange, 'status' | 'label'>) => {
  if (label !== undefined) return label
  if (status === undefined || status === row.status) return labelOf(row)
  if (status === 'spam') return 'spam'
  if (row.status === 'spam') return 'wanted'
  return status === 'replied' ? (labelOf(row) ?? 'wanted') : labelOf(row)
}

const write = async (trx: Trx, learn: Learn, row: MessageRow, change: Partial<MessageRow>): Promise<MessageRow> => {
  const keys = Object.keys(change) as (keyof MessageRow)[]
  const changed = { ...row, ...change }
  const searchText = await searchTextOf(trx, changed)
  // Another reply to a replied message changes its search text only. An empty one is filled by the cleanup.
  const isSearchTextChanged = row.search_text !== '' && searchText !== row.search_text
  if (keys.every((key) => change[key] === row[key]) && !isSearchTextChanged) return row
  const written = {
    ...changed,
    search_text: searchText,
    version: row.version + 1,
    updated_at: new Date().toISOString(),
  }
  if (changed.label !== row.label) await learn(trx, [{ message: row, now: labelOf(changed), before: labelOf(row) }])
  await trx.updateTable('messages').set(written).where('id', '=', row.id).execute()
  return written
}

/** Changes some fields of one message, in a transaction. */
export const changeRow = (trx: Trx, learn: Learn, row: MessageRow, change: MessageChange): Promise<MessageRow> =>
  write(trx, learn, row, {
    status: change.status ?? row.status,
    label: labelAfter(row, change),
    note: change.note ?? row.note,
    follow_up: change.followUp === undefined ? row.follow_up : change.followUp,
  })

/** Adds answers to a message, in a transaction. */
export const addAnswers = (trx: Trx, row: MessageRow, answers: readonly Answer[]): Promise<MessageRow> =>
  write(trx, async () => {}, row, { answers: JSON.stringify(answers) })

/** Changes some fields of one message. Throws `NotFound`, and `StaleVersion` for a version that is no longer stored. */
export const changeMessage = (
  database: Database,
  learn: Learn,
  id: string,
  change: MessageChange,
  version: number | undefined,
): Promise<StoredMessage> =>
  // One after the other, in all processes: the filter's counts must match the labels.
  database.change(async (trx) => {
    const row = await rowOf(trx, id)
    if (version !== undefined && version !== row.version) throw new StaleVersion('message', messageOf(row))
    return messageOf(await changeRow(trx, learn, row, change))
  })

/** Messages that are changed in one transaction, while all others wait: a tenth of a second where each is a lesson. */
const messagesAtOnce = 200

/** Changes many messages, in pieces between which others come. Ignores ids that are gone, or have another status than `from`. Returns the number of messages found. */
export const changeMessages = async (
  database: Database,
  learn: Learn,
  { ids, from, deleted, ...change }: MessagesChange,
): Promise<number> => {
  let found = 0
  const now = new Date().toISOString()
  const all = [...new Set(ids)]
  for (let start = 0; start < all.length; start += messagesAtOnce) {
    const piece = all.slice(start, start + messagesAtOnce)
    found += await database.change(async (trx) => {
      const rows = await trx.selectFrom('messages').selectAll().where('id', 'in', piece).execute()
      // Messages in the trash do not change until they are restored.
      const changeable = rows.filter(
        ({ deleted_at, status }) =>
          (deleted_at === null || deleted === false) && (from === undefined || status === from),
      )
      const labelled = changeable.map((row) => ({ message: row, now: labelAfter(row, change), before: labelOf(row) }))
      await learn(
        trx,
        labelled.filter(({ now, before }) => now !== before),
      )
      for (const [label, alike] of Map.groupBy(labelled, ({ now }) => now))
        await trx
          .updateTable('messages')
          .set(({ eb }) => ({
            ...(change.status === undefined ? {} : { status: change.status }),
            ...(deleted === undefined ? {} : { deleted_at: deleted ? now : null }),
            ...{ label, version: eb('version', '+', 1), updated_at: now },
          }))
          .where(
            'id',
            'in',
            alike.map(({ message }) => message.id),
          )
          .execute()
      return changeable.length
    })
  }
  return found
}

/** Moves a message to the trash or restores it. Throws `NotFound` if it is already there. */
export const moveMessage = (
  database: Database,
  learn: Learn,
  id: string,
  to: 'trash' | 'inbox',
): Promise<StoredMessage> =>
  database.change(async (trx) => {
    const row = await rowOf(trx, id, 'anywhere')
    if ((row.deleted_at === null) !== (to === 'trash')) throw new NotFound('message', id)
    return messageOf(await write(trx, learn, row, { deleted_at: to === 'trash' ? new Date().toISOString() : null }))
  })
