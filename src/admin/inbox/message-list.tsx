import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import type { Selection } from '../content/use-selection.ts'
import { MessageRow } from './message-row.tsx'
import type { InboxUrl } from './use-inbox-url.ts'

interface Props {
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
export const MessageList = ({ messages, url, selection, current, setCurrent, more, label }: Props) => {
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
