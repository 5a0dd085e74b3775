import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type {
  ErasedPerson,
  InboxMessage,
  InboxView,
  MessageChange,
  MessageStatus,
  MessagesChange,
  PersonalData,
} from '../../model/inbox/stored-message.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { localDay } from '../ui/times.ts'

interface MessageFilter {
  view?: InboxView | undefined
  status?: MessageStatus | undefined
  q?: string | undefined
  from?: string | undefined
}
interface MessagePage {
  messages: InboxMessage[]
  next: string | null
}

const pathOf = (id: string, part = '') => `/api/messages/${encodeURIComponent(id)}${part}`
const queryOf = ({ view, status, q, from }: MessageFilter) => ({
  ...{ view, status, from, q: q || undefined },
  today: view === 'due' ? localDay() : undefined,
})

export const messages = {
  list: (
    { cursor, limit, ...filter }: MessageFilter & { cursor?: string | undefined; limit?: number | undefined } = {},
    signal?: AbortSignal,
  ) => request<MessagePage>('GET', '/api/messages', { query: { ...queryOf(filter), cursor, limit }, signal }),
  get: (id: string, signal?: AbortSignal) => request<InboxMessage>('GET', pathOf(id), { signal }),
  update: (id: string, change: MessageChange, version?: number, signal?: AbortSignal) =>
    request<InboxMessage>('PATCH', pathOf(id), { body: change, version, signal }),
  updateAll: (change: MessagesChange) => request<{ changed: number }>('PATCH', '/api/messages', { body: change }),
  reply: (id: string, text: string) => request<InboxMessage>('POST', pathOf(id, '/replies'), { body: { text } }),
  sendAgain: (id: string) => request<InboxMessage>('POST', pathOf(id, '/deliveries')),
  person: (email: string) => request<PersonalData>('POST', '/api/people/lookups', { body: { email } }),
  erase: (email: string) => request<ErasedPerson>('POST', '/api/people/erasures', { body: { email } }),
  /** URL of an export of the same messages. */
  file: (type: 'csv' | 'json', filter: MessageFilter) => {
    const given = Object.entries(queryOf(filter)).filter(([, value]) => value !== undefined) as [string, string][]
    return `/api/messages.${type}?${new URLSearchParams(given)}`
  },
}

const oneKey = (id: string) => ['messages', 'one', id] as const

type MessageList = { pages: MessagePage[] }

/** Changes messages in the cache. */
export const updateMessages = (ids: ReadonlySet<string>, change: (message: InboxMessage) => InboxMessage): void => {
  const changed = (message: InboxMessage) => (ids.has(message.id) ? change(message) : message)
  queryClient.setQueriesData<MessageList>(
    { queryKey: ['messages', 'list'] },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, messages: page.messages.map(changed) })) },
  )
  for (const id of ids) queryClient.setQueryData<InboxMessage>(oneKey(id), (message) => message && change(message))
}

/** Shows a message as the server returned it, and reloads the lists that it may leave. */
export const rememberMessage = (message: InboxMessage): void => {
  updateMessages(new Set([message.id]), () => message)
  void queryClient.invalidateQueries({ queryKey: ['messages', 'inbox'] })
}

export const forgetMessages = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['messages'] })

export const useMessages = (filter: MessageFilter = {}) =>
  useInfiniteQuery({
    queryKey: ['messages', 'list', filter],
    queryFn: ({ pageParam, signal }) => messages.list({ ...filter, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: MessagePage) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** The newest of so many unread messages. */
export const useNewestUnread = (unread: number) => {
  const { data } = useQuery({
    queryKey: ['messages', 'newest', unread],
    queryFn: ({ signal }) => messages.list({ view: 'unread', limit: 1 }, signal),
    enabled: unread > 0,
  })
  return data?.messages[0]
}

const isBeingSent = (message: InboxMessage | undefined) =>
  message?.deliveries.some(
    ({ state, dueAt }) => state === 'sending' || (state === 'queued' && Date.parse(dueAt) < Date.now() + 60_000),
  )

/** One message, polled while an email about it is on its way. */
export const useMessage = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => messages.get(id, signal),
    refetchInterval: ({ state }) => (isBeingSent(state.data) ? 2000 : false),
    initialData: () => {
      const lists = queryClient.getQueriesData<MessageList>({ queryKey: ['messages', 'list'] })
      return lists
        .flatMap(([, list]) => list?.pages ?? [])
        .flatMap((page) => page.messages)
        .find((one) => one.id === id)
    },
    initialDataUpdatedAt: 0,
  })

/** Everything else from the same address, newest first. */
export const useConversation = (email: string) =>
  useQuery({
    queryKey: ['messages', 'from', email.toLowerCase()],
    queryFn: ({ signal }) => messages.list({ from: email, limit: 50 }, signal),
  })
