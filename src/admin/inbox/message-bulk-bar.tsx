import { Button, CloseButton, Group, Text } from '@mantine/core'
import type { InboxView } from '../../model/inbox/inbox-view.ts'
import type { InboxAction } from './inbox-actions.ts'

interface Props {
  count: number
  view: InboxView
  act(action: InboxAction): void
  close(): void
}

const label: Partial<Record<InboxAction, string>> = {
  archive: 'Archive',
  read: 'Mark as read',
  unread: 'Mark as unread',
  spam: 'Spam',
  delete: 'Delete',
}

const choices = (view: InboxView): readonly InboxAction[] => {
  if (view === 'trash') return ['restore']
  if (view === 'spam') return ['inbox', 'delete']
  return view === 'archived' ? ['inbox', 'spam', 'delete'] : ['archive', 'read', 'unread', 'spam', 'delete']
}

export const MessageBulkBar = ({ count, view, act, close }: Props) => (
  <div className="bulk-bar" role="toolbar" aria-label="Chosen messages">
    <Text size="sm" fw={600} role="status">
      {count} chosen
    </Text>
    <Group gap={6}>
      {choices(view).map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          c={action === 'delete' ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)'}
          onClick={() => act(action)}
        >
          {label[action] ?? (action === 'restore' ? 'Take out' : view === 'spam' ? 'Not spam' : 'To the inbox')}
        </Button>
      ))}
    </Group>
    <CloseButton size="sm" aria-label="Choose none" onClick={close} />
  </div>
)
