import type { InboxCounts } from '../../../model/inbox/inbox-view.ts'
import type { Reader } from '../../db/database.ts'
import { inView } from './in-view.ts'
import { todayInUtc } from './message-list.ts'

/** Number of messages in each view that shows it. */
export const countMessages = async (reader: Reader, today: string = todayInUtc()): Promise<InboxCounts> => {
  const count = async (view: keyof InboxCounts) => {
    const { count } = await reader
      .selectFrom('messages')
      .where(inView(view, today, false))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const [unread, due, failed, spam, trash] = await Promise.all([
    count('unread'),
    count('due'),
    count('failed'),
    count('spam'),
    count('trash'),
  ])
  return { unread, due, failed, spam, trash }
}
