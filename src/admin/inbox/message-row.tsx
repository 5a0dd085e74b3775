import { Checkbox } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import StickyNote from 'lucide-react/icons/sticky-note'
import { Link } from 'react-router'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { localDay, shortTime } from '../ui/times.ts'

interface Props {
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

export const MessageRow = ({ message, to, current, open, chosen, choose, focus, state }: Props) => {
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
        <span className="message-start">{text}</span>
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
