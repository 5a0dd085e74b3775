import { Button, Group, Text, Textarea } from '@mantine/core'
import { noteLimit } from '../../model/inbox/message-change.ts'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { useNote } from './use-note.ts'

const words = { saved: 'Saved', saving: 'Saving …', unsaved: 'Not saved yet' }

/** Field for the owner's note about a message. */
export const NoteField = ({ message }: { message: InboxMessage }) => {
  const { text, state, change, save, settle } = useNote(message)
  return (
    <div className="note">
      <Textarea
        label="Note"
        description="Only you see it."
        size="sm"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={noteLimit}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => void save()}
        dir="auto"
      />
      <div role="status" className="note-state">
        {typeof state === 'string' ? (
          (state !== 'saved' || text !== '') && (
            <Text size="xs" c="dimmed">
              {words[state]}
            </Text>
          )
        ) : 'failed' in state ? (
          <Group gap="xs">
            <Text size="xs" c="var(--mantine-color-error)">
              Not saved, but kept on this device: {state.failed}
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => void save()}>
              Save now
            </Button>
          </Group>
        ) : (
          <>
            <Text size="xs" c="var(--mantine-color-error)">
              It was changed elsewhere meanwhile. There it says: “{state.elsewhere}”
            </Text>
            <Group gap="xs" mt={4}>
              <Button size="compact-xs" variant="default" onClick={() => settle('mine', state.elsewhere)}>
                Keep mine
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => settle('theirs', state.elsewhere)}>
                Take the other
              </Button>
            </Group>
          </>
        )}
      </div>
    </div>
  )
}
