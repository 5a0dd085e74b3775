import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { type AnswerTo, call, paged, type QueryTo, queryClient, urlOf } from '../api/client.ts'
import { localDay } from '../ui/times.ts'

type MessageQuery = QueryTo<'GET /api/messages'>

const queryOf = (query: MessageQuery) => ({ ...query, today: query.view === 'due' ? localDay() : undefined })

const list = (query: MessageQuery, signal: AbortSignal) => call('GET /api/messages', { query: queryOf(query), signal })

/** URL of an export of the same messages. */
export const fileOf = (type: 'csv' | 'json', filter: MessageQuery): string =>
  urlOf(`GET /api/messages.${type}`, { query: queryOf(filter) })

const oneKey = (id: string) => ['messages', 'one', id] as const

type MessageList = { pages: AnswerTo<'GET /api/messages'>[] }

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

export const useMessages = (filter: MessageQuery = {}) =>
  useInfiniteQuery({
    queryKey: ['messages', 'list', filter],
    queryFn: ({ pageParam, signal }) => list({ ...filter, cursor: pageParam }, signal),
    ...paged,
    placeholderData: keepPreviousData,
  })

/** The newest of so many unread messages. */
export const useNewestUnread = (unread: number) => {
  const { data } = useQuery({
    queryKey: ['messages', 'newest', unread],
    queryFn: ({ signal }) => list({ view: 'unread', limit: 1 }, signal),
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
    queryFn: ({ signal }) => call('GET /api/messages/:id', { id, signal }),
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
    queryFn: ({ signal }) => list({ from: email, limit: 50 }, signal),
  })
