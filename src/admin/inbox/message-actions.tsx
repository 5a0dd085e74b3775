import { ActionIcon, Button, Group } from '@mantine/core'
import Archive from 'lucide-react/icons/archive'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Inbox from 'lucide-react/icons/inbox'
import MailIcon from 'lucide-react/icons/mail'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import type { ComponentType } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import type { InboxAction } from './inbox-actions.ts'

interface Choice {
  action: InboxAction
  label: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  keys?: string
}

const choicesFor = ({ status, deletedAt }: InboxMessage): readonly Choice[] => {
  if (deletedAt !== null) return [{ action: 'restore', label: 'Take out of the trash', Icon: Undo }]
  const away = status === 'archived' || status === 'spam'
  return [
    away
      ? { action: 'inbox', label: status === 'spam' ? 'Not spam' : 'Back to the inbox', Icon: Inbox }
      : { action: 'archive', label: 'Archive', Icon: Archive, keys: 'e' },
    ...(status === 'spam' ? [] : [{ action: 'spam', label: 'Spam', Icon: OctagonAlert, keys: '!' } as const]),
    { action: 'delete', label: 'Delete', Icon: Trash, keys: '#' },
    ...(status === 'new' || away
      ? []
      : [{ action: 'unread', label: 'Mark as unread', Icon: MailIcon, keys: 'u' } as const]),
  ]
}

interface Props {
  message: InboxMessage
  act(action: InboxAction): void
  reply(): void
}

export const MessageActions = ({ message, act, reply }: Props) => (
  <Group gap={4} wrap="nowrap" role="toolbar" aria-label="This message" className="message-tools">
    {message.deletedAt === null && (
      <Button size="xs" leftSection={<CornerUpLeft size={14} aria-hidden />} onClick={reply} aria-keyshortcuts="r">
        Reply
      </Button>
    )}
    {choicesFor(message).map(({ action, label, Icon, keys }) => (
      <ActionIcon
        key={action}
        size="md"
        aria-label={label}
        aria-keyshortcuts={keys}
        data-tip={keys ? `${label} (${keys})` : label}
        onClick={() => act(action)}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    ))}
  </Group>
)
