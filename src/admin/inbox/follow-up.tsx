import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { localDay } from '../ui/times.ts'
import { toastError } from '../ui/toast/toast.ts'
import { inboxUndo } from './inbox-undo.ts'
import { messages as api, forgetMessages, rememberMessage } from './messages-api.ts'

const choices: readonly (readonly [label: string, days: number])[] = [
  ['Tomorrow', 1],
  ['In three days', 3],
  ['In a week', 7],
]

const save = async (id: string, followUp: string | null) => {
  rememberMessage(await api.update(id, { followUp }))
  await forgetMessages()
}

export const FollowUp = ({ message }: { message: InboxMessage }) => {
  const { id, followUp } = message
  const [typed, setTyped] = useState<string>()
  const put = async (day: string | null) => {
    setTyped(undefined)
    if (day === followUp) return
    try {
      await save(id, day)
      inboxUndo.offer(day === null ? 'Follow-up removed' : 'Follow-up noted', () => save(id, followUp))
    } catch (error) {
      toastError(error, 'The follow-up day was not saved')
    }
  }
  return (
    <div className="follow-up">
      <TextInput
        type="date"
        label="Follow up on"
        size="sm"
        w="11rem"
        value={typed ?? followUp ?? ''}
        // A year that is half typed is no valid day.
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed !== undefined && void put(typed === '' ? null : typed)}
        onKeyDown={(event) => event.key === 'Enter' && typed !== undefined && void put(typed === '' ? null : typed)}
      />
      <Group gap={6} mt={6}>
        {choices.map(([label, days]) => (
          <Button key={label} size="compact-xs" variant="default" onClick={() => void put(localDay(days))}>
            {label}
          </Button>
        ))}
        {followUp !== null && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void put(null)}>
            None
          </Button>
        )}
      </Group>
    </div>
  )
}
