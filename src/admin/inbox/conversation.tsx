import { Button } from '@mantine/core'
import { useState } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { MessagePart } from './message-part.tsx'
import { useConversation } from './messages-api.ts'

const counted = (count: number, more: boolean, when: string) =>
  `${count}${more ? '+' : ''} ${when} message${count === 1 && !more ? '' : 's'}`

/** A message among all that came from the same address: what was earlier is folded, what came later follows. */
export const Conversation = ({ message }: { message: InboxMessage }) => {
  const [unfolded, setUnfolded] = useState(false)
  const { data } = useConversation(message.user_email)
  const held = message.status === 'spam'
  // What is spam is no part of a conversation, unless it is spam that is looked at.
  const others = (data?.messages ?? []).filter(({ id, status }) => id !== message.id && (held || status !== 'spam'))
  const earlier = others.filter(({ id }) => id < message.id).reverse()
  const later = others.filter(({ id }) => id > message.id).reverse()
  return (
    <div className="conversation">
      {earlier.length > 0 && !unfolded && (
        <Button variant="default" size="compact-sm" className="earlier" onClick={() => setUnfolded(true)}>
          {counted(earlier.length, data?.next != null, 'earlier')}
        </Button>
      )}
      {unfolded && earlier.map((one) => <MessagePart key={one.id} message={one} />)}
      <MessagePart message={message} />
      {later.map((one) => (
        <MessagePart key={one.id} message={one} />
      ))}
    </div>
  )
}
