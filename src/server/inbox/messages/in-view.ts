import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type InboxView, viewRules } from '../../../model/inbox/stored-message.ts'
import type { Tables } from '../../db/tables.ts'

type Where = ExpressionBuilder<Tables, 'messages'>

// To the character as in the indexes that hold the messages of two views in their order, see the migrations 012 and 014.
const isOpen = sql<SqlBool>`(case when deleted_at is null and status in ('new', 'read', 'replied') then 1 end) = 1`
const hasFollowUp = sql<SqlBool>`(case when deleted_at is null and follow_up is not null and status <> 'spam' then 1 end) = 1`

/** The status as no index knows it: a search must read the index with the search text, and no other may look better. */
export const unindexedStatus = sql<string>`status || ''`

const withFailedEmail = ({ eb, selectFrom }: Where) =>
  eb(
    'messages.id',
    'in',
    selectFrom('deliveries')
      .select('deliveries.message')
      .where('deliveries.state', '=', 'failed')
      .where('deliveries.message', 'is not', null),
  )

/** Condition for the messages of a view. `today` is YYYY-MM-DD. */
export const inView = (view: InboxView, today: string, isSearch: boolean) => (where: Where) => {
  const { eb, and } = where
  const isDue = eb('follow_up', '<=', today)
  // Nothing but the expression of the index: with other conditions, SQLite reads another index or the table.
  if (view === 'inbox' && !isSearch) return isOpen
  if (view === 'due' && !isSearch) return and([hasFollowUp, isDue])
  const rule = viewRules[view]
  return and([
    eb('deleted_at', rule.inTrash ? 'is not' : 'is', null),
    ...(rule.statuses ? [eb(isSearch ? unindexedStatus : 'status', 'in', rule.statuses)] : []),
    ...(rule.isDue ? [isDue] : []),
    ...(rule.hasFailed ? [withFailedEmail(where)] : []),
  ])
}
