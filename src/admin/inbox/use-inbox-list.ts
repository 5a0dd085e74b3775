import { useEffect, useMemo, useRef } from 'react'
import { inView } from '../../model/inbox/inbox-view.ts'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { queryClient } from '../api/query-client.ts'
import { localDay } from '../ui/times.ts'
import { useInbox, useMessages } from './messages-api.ts'
import type { InboxUrl } from './use-inbox-url.ts'

/** Messages of the view in the URL. A message stays in “Unread” until the view changes, even when read. */
export const useInboxList = ({ view, q, open }: Pick<InboxUrl, 'view' | 'q' | 'open'>) => {
  const query = useMessages({ view, q })
  const { data } = query
  const list = `${view} ${q}`
  const kept = useRef({ list, ids: new Set<string>() })
  if (kept.current.list !== list) kept.current = { list, ids: new Set() }
  const { ids } = kept.current
  if (open) ids.add(open)
  const shown = useMemo(() => {
    const today = localDay()
    const all = data?.pages.flatMap((page) => page.messages) ?? []
    const stillRead = ({ id, status, deletedAt }: InboxMessage) =>
      view === 'unread' && status === 'read' && deletedAt === null && ids.has(id)
    return all.filter((message) => inView(view, message, today) || stillRead(message))
  }, [data, view, ids])

  // A message arrived meanwhile: reload the list.
  const { data: inbox, isPending } = useInbox()
  const unread = inbox?.counts.unread
  const before = useRef(unread)
  useEffect(() => {
    if (unread !== undefined && before.current !== undefined && unread > before.current)
      void queryClient.invalidateQueries({ queryKey: ['messages', 'list'] })
    before.current = unread
  }, [unread])

  return { query, shown, inbox, isPending }
}
