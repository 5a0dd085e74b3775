import { Button, Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import StickyNote from 'lucide-react/icons/sticky-note'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { type InboxMessage, type InboxView, inboxViews, inView, trashDays } from '../../model/inbox/stored-message.ts'
import { queryClient } from '../api/client.ts'
import { Empty } from '../ui/loading.tsx'
import type { Selection } from '../ui/selection.tsx'
import { localDay, shortTime } from '../ui/times.ts'
import { useInbox } from './inbox-state.ts'
import { useMessages } from './messages-api.ts'

export interface InboxUrl {
  view: InboxView
  q: string
  open: string | undefined
  /** URL of the same view with another message open, or none. */
  to(message: string | undefined): string
  toView(view: InboxView): string
  show(message: string | undefined): void
  search(q: string): void
}

const urlOf = (view: InboxView, q: string, message?: string) => {
  const words = new URLSearchParams()
  if (view !== 'inbox') words.set('show', view)
  if (q !== '') words.set('q', q)
  if (message !== undefined) words.set('message', message)
  return `/admin/contact${words.size ? `?${words}` : ''}`
}

export const useInboxUrl = (): InboxUrl => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { key } = useLocation()
  const view = inboxViews.find((one) => one === params.get('show')) ?? 'inbox'
  const q = params.get('q') ?? ''
  const open = params.get('message') ?? undefined
  const to = useCallback((message: string | undefined) => urlOf(view, q, message), [view, q])
  return {
    ...{ view, q, open, to },
    toView: (next) => urlOf(next, q),
    show: (message) => {
      // Opening another message replaces the history entry: Back leads to the list.
      if (message === undefined && open !== undefined && key !== 'default' && history.state?.usr?.fromList) navigate(-1)
      else
        navigate(to(message), {
          replace: open !== undefined,
          state: { fromList: open === undefined || history.state?.usr?.fromList },
        })
    },
    search: (words) => navigate(urlOf(view, words), { replace: true }),
  }
}

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

const texts: Record<Exclude<InboxView, 'inbox'>, [title: string, sentence: string]> = {
  unread: ['All read', 'New messages stay here until you open them.'],
  due: ['Nothing is due', 'Messages with a follow-up day appear here on that day.'],
  failed: ['Everything was sent', 'Messages with failed emails appear here.'],
  archived: ['Nothing archived', 'Press e to archive a message without deleting it.'],
  spam: ['No spam', 'Suspected spam is quarantined here, with the reasons.'],
  trash: ['The trash is empty', `Deleted messages stay here for ${trashDays} days.`],
  all: ['No messages yet', 'Messages from the contact form appear here.'],
}

export const NoMessages = ({ url, any }: { url: InboxUrl; any: boolean }) => {
  const { view, q } = url
  if (q !== '')
    return (
      <Empty
        title="Nothing found"
        action={
          view !== 'all' && (
            <Button component={Link} to={url.toView('all')} variant="default" size="xs" mt="xs">
              Search everywhere
            </Button>
          )
        }
      >
        No message here has all of these words: {q}
      </Empty>
    )
  if (view === 'inbox' && !any)
    return (
      <Empty
        title="No messages yet"
        action={
          <Button component="a" href="/#contact" target="_blank" rel="noopener" variant="default" size="xs" mt="xs">
            Try the contact form
          </Button>
        }
      >
        Messages from the contact form appear here, even if no email could be sent.
      </Empty>
    )
  const [title, sentence] =
    view === 'inbox' ? ['All done', 'The inbox is empty. Archived messages are under Archived.'] : texts[view]
  return <Empty title={title}>{sentence}</Empty>
}

interface MessageRowProps {
  message: InboxMessage
  to: string
  /** The row that keyboard shortcuts act on and Tab reaches. */
  current: boolean
  open: boolean
  chosen: boolean
  choose(range: boolean): void
  focus(): void
  state: unknown
}

const stateText = ({ status, replies, deliveries }: InboxMessage) =>
  [
    status === 'new' && 'unread',
    (status === 'replied' || replies.length > 0) && 'replied',
    deliveries.some(({ state }) => state === 'failed') && 'an email was not sent',
  ]
    .filter(Boolean)
    .join(', ')

const MessageRow = ({ message, to, current, open, chosen, choose, focus, state }: MessageRowProps) => {
  const { id, user_name: name, message: text, status, createdAt, followUp, replies, deliveries, note } = message
  const spoken = stateText(message)
  return (
    <div
      className="message-row"
      data-unread={status === 'new' || undefined}
      data-open={open || undefined}
      data-chosen={chosen || undefined}
    >
      <Checkbox
        size="xs"
        className="message-box"
        aria-label={`Select message from ${name}`}
        tabIndex={current ? 0 : -1}
        checked={chosen}
        onChange={(event) => choose((event.nativeEvent as MouseEvent).shiftKey === true)}
      />
      <Link
        id={`row-${id}`}
        to={to}
        state={state}
        className="message-link"
        tabIndex={current ? 0 : -1}
        aria-current={open ? 'true' : undefined}
        onFocus={focus}
      >
        <span className="message-head">
          <span className="message-name">
            {name}
            {spoken && <span className="visually-hidden">({spoken})</span>}
          </span>
          <time className="message-time" dateTime={createdAt}>
            {shortTime(createdAt)}
          </time>
        </span>
        <span className="message-start muted">{text}</span>
        <span className="message-signs">
          {(status === 'replied' || replies.length > 0) && <CornerUpLeft size={13} aria-hidden />}
          {note !== '' && <StickyNote size={13} aria-hidden />}
          {deliveries.some((one) => one.state === 'failed') && (
            <CircleAlert size={13} className="message-failed" aria-hidden />
          )}
          {followUp && (
            <span className="message-due" data-due={followUp <= localDay() || undefined}>
              {followUp <= localDay() ? 'due' : 'on'}{' '}
              {followUp === localDay() ? 'today' : shortTime(`${followUp}T12:00:00`)}
            </span>
          )}
        </span>
      </Link>
    </div>
  )
}

interface MessageListProps {
  messages: readonly InboxMessage[]
  url: InboxUrl
  selection: Selection
  current: string | undefined
  setCurrent(id: string): void
  more(): void
  label: string
}

/** In px, as in styles/contact.css. Fixed, so that ten thousand rows need not be measured. */
const rowHeight = 72
/** Up to this number all rows are rendered, so that the browser's own search finds them. */
const fewRows = 150

/** List of messages. A long list renders only the rows in view. */
export const MessageList = ({ messages, url, selection, current, setCurrent, more, label }: MessageListProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: messages.length,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    overscan: messages.length <= fewRows ? fewRows : 10,
    getItemKey: (at) => messages[at]?.id ?? at,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= messages.length - 20) more()
  }, [last, messages.length, more])

  const at = messages.findIndex(({ id }) => id === current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another row is the current one, or one is back at the list.
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, url.open === undefined])

  return (
    <div className="message-scroll" ref={scroller}>
      <ul className="messages" aria-label={label} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const message = messages[index]
          return (
            message && (
              <li
                key={message.id}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={messages.length}
                aria-posinset={index + 1}
              >
                <MessageRow
                  message={message}
                  to={url.to(message.id)}
                  state={{ fromList: true }}
                  current={current === undefined ? index === 0 : message.id === current}
                  open={message.id === url.open}
                  chosen={selection.ids.has(message.id)}
                  choose={(range) => selection.toggle(message.id, range)}
                  focus={() => setCurrent(message.id)}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
