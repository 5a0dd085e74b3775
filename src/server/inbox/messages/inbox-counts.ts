import type { InboxCounts } from '../../../model/inbox/inbox-view.ts'
import type { Reader } from '../../db/database.ts'
import { inView, todayInUtc } from './message-list.ts'

/** How many messages wait in each view that says so. */
export const countMessages = async (reader: Reader, today: string = todayInUtc()): Promise<InboxCounts> => {
  const count = async (view: keyof InboxCounts) => {
    const { count } = await reader
      .selectFrom('messages')
      .where('deleted_at', view === 'trash' ? 'is not' : 'is', null)
      .where(inView(view, today))
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
