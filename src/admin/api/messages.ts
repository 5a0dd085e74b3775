import { useInfiniteQuery } from '@tanstack/react-query'
import type { MessageStatus, StoredMessage } from '../../model/stored-message.ts'
import { request } from './client.ts'
import { queryClient } from './query-client.ts'

interface MessagePage {
  messages: StoredMessage[]
  next: string | null
}

const place = (id: string) => `/api/messages/${encodeURIComponent(id)}`

/** What visitors have sent. */
export const messages = {
  list: (query: { status?: MessageStatus | undefined; cursor?: string | undefined } = {}, signal?: AbortSignal) =>
    request<MessagePage>('GET', '/api/messages', { query: { ...query }, signal }),
  update: (id: string, status: MessageStatus) => request<StoredMessage>('PATCH', place(id), { body: { status } }),
  /** For good: messages have no trash. */
  remove: (id: string) => request<object>('DELETE', place(id)),
}

export const forgetMessages = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['messages'] })

export const useMessages = (status?: MessageStatus) =>
  useInfiniteQuery({
    queryKey: ['messages', 'list', status],
    queryFn: ({ pageParam, signal }) => messages.list({ status, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: MessagePage) => page.next ?? undefined,
  })
