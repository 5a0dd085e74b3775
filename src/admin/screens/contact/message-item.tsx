import { ActionIcon, Anchor, Badge, Group, Text, Tooltip } from '@mantine/core'
import Mail from 'lucide-react/icons/mail'
import MailOpen from 'lucide-react/icons/mail-open'
import Trash from 'lucide-react/icons/trash-2'
import type { MessageStatus, StoredMessage } from '../../../model/stored-message.ts'
import { shortTime } from '../../ui/times.ts'

interface Props {
  message: StoredMessage
  mark: (message: StoredMessage, status: MessageStatus) => void
  remove: (message: StoredMessage) => void
}

/** One message; opening it marks it as read. */
export const MessageItem = ({ message, mark, remove }: Props) => {
  const { id, user_name: name, user_email: email, message: text, status, createdAt } = message
  const unread = status === 'new'
  return (
    <li className="message" data-unread={unread || undefined}>
      <details
        onToggle={(event) => {
          if (event.currentTarget.open && unread) mark(message, 'read')
        }}
      >
        <summary>
          <span className="message-name">{name}</span>
          {unread && <span className="visually-hidden">, not read yet</span>}
          {status === 'spam' && (
            <Badge size="xs" color="gray" variant="light">
              Spam?
            </Badge>
          )}
          <span className="message-start">{text}</span>
          <time className="message-time" dateTime={createdAt}>
            {shortTime(createdAt)}
          </time>
        </summary>
        <div className="message-body">
          <Text size="sm" c="dimmed">
            {name} ·{' '}
            <Anchor href={`mailto:${email}`} size="sm">
              {email}
            </Anchor>{' '}
            · {new Date(createdAt).toLocaleString()}
          </Text>
          <Text className="message-text" id={`message-${id}`}>
            {text}
          </Text>
        </div>
      </details>
      <Group gap={2} wrap="nowrap" className="message-actions">
        <Tooltip label={unread ? 'Mark as read' : 'Mark as new'}>
          <ActionIcon
            aria-label={`${unread ? 'Mark as read' : 'Mark as new'}: message from ${name}`}
            onClick={() => mark(message, unread ? 'read' : 'new')}
          >
            {unread ? <MailOpen size={16} aria-hidden /> : <Mail size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Delete">
          <ActionIcon aria-label={`Delete: message from ${name}`} onClick={() => remove(message)}>
            <Trash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </li>
  )
}
