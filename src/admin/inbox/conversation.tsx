import { Button } from '@mantine/core'
import { useState } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { MessagePart } from './message-part.tsx'
import { useConversation } from './messages-api.ts'

const counted = (count: number, more: boolean, when: string) =>
  `${count}${more ? '+' : ''} ${when} message${count === 1 && !more ? '' : 's'}`

/** A message with the others from the same email address: earlier ones collapsed, later ones below. */
export const Conversation = ({ message }: { message: InboxMessage }) => {
  const [expanded, setExpanded] = useState(false)
  const { data } = useConversation(message.user_email)
  const isSpam = message.status === 'spam'
  // Spam is not part of a conversation, unless the open message is spam.
  const others = (data?.messages ?? []).filter(({ id, status }) => id !== message.id && (isSpam || status !== 'spam'))
  const earlier = others.filter(({ id }) => id < message.id).reverse()
  const later = others.filter(({ id }) => id > message.id).reverse()
  return (
    <div className="conversation">
      {earlier.length > 0 && !expanded && (
        <Button variant="default" size="compact-sm" className="earlier" onClick={() => setExpanded(true)}>
          {counted(earlier.length, data?.next != null, 'earlier')}
        </Button>
      )}
      {expanded && earlier.map((one) => <MessagePart key={one.id} message={one} />)}
      <MessagePart message={message} />
      {later.map((one) => (
        <MessagePart key={one.id} message={one} />
      ))}
    </div>
  )
}
