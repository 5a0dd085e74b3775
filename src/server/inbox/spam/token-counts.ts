import { sql } from 'kysely'
import type { MessageInput } from '../../../model/inbox/message.ts'
import type { MessageLabel } from '../../../model/inbox/stored-message.ts'
import type { Reader, Trx } from '../../db/database.ts'
import { tokensOf } from './tokens.ts'

/** Numbers of labelled messages with a token. */
export interface TokenCount {
  spam: number
  wanted: number
}
export type TokenCounts = ReadonlyMap<string, TokenCount>

/** Counts of each token in labelled messages. Tokens never seen are left out. */
export const readCounts = async (reader: Reader, tokens: readonly string[]): Promise<TokenCounts> => {
  const rows = await reader.selectFrom('spam_tokens').selectAll().where('token', 'in', tokens).execute()
  return new Map(rows.map(({ token, ...count }) => [token, count]))
}

/**
 * Learns that the owner's label of a message changed from `before` to `now`; null for none. Runs in the transaction that stores
 * the label, so that the counts always match the stored labels. Each token counts once per message.
 */
export const learn = async (
  trx: Trx,
  message: MessageInput,
  now: MessageLabel | null,
  before: MessageLabel | null,
): Promise<void> => {
  if (now === before) return
  // In one order, so that two transactions never wait for each other's rows.
  const tokens = tokensOf(message).sort()
  const change = (of: MessageLabel) => Number(now === of) - Number(before === of)
  const [spam, wanted] = [change('spam'), change('wanted')]
  const increased = (column: 'spam' | 'wanted', by: number) => {
    const sum = sql<number>`spam_tokens.${sql.ref(column)} + ${by}`
    return sql<number>`case when ${sum} < 0 then 0 else ${sum} end`
  }
  await trx
    .insertInto('spam_tokens')
    .values(tokens.map((token) => ({ token, spam: Math.max(0, spam), wanted: Math.max(0, wanted) })))
    .onConflict((conflict) =>
      conflict.column('token').doUpdateSet({ spam: increased('spam', spam), wanted: increased('wanted', wanted) }),
    )
    .execute()
  if (before === null) return
  await trx
    .deleteFrom('spam_tokens')
    .where('token', 'in', tokens)
    .where('spam', '=', 0)
    .where('wanted', '=', 0)
    .execute()
}
