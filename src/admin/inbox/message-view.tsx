import { Anchor, Text, Title } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { trashDays } from '../../model/inbox/stored-message.ts'
import { ApiError } from '../api/api-error.ts'
import { Empty } from '../ui/empty.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Loading } from '../ui/loading.tsx'
import { shortTime } from '../ui/times.ts'
import { Conversation } from './conversation.tsx'
import { FollowUp } from './follow-up.tsx'
import { actOn, type InboxAction, markRead } from './inbox-actions.ts'
import { MessageActions } from './message-actions.tsx'
import { Sender } from './message-part.tsx'
import { useInbox, useMessage } from './messages-api.ts'
import { ReplyForm } from './reply-form.tsx'
import { SpamReasons } from './spam-reasons.tsx'
import { useReply } from './use-reply.ts'

// Only an open message needs the form engine.
const NoteField = lazy(() => import('./note-field.tsx'))

interface Props {
  id: string
  back(): void
  next(): void
  answer: boolean
  bind(acts: MessageActs | undefined): void
}

export interface MessageActs {
  act(action: InboxAction): void
  reply(): void
}

const trashSentence = (message: InboxMessage) =>
  `In the trash. On ${shortTime(new Date(Date.parse(message.deletedAt ?? '') + trashDays * 86_400_000).toISOString())} it is deleted for good.`

const OpenMessage = ({ message, back, next, answer, bind }: Omit<Props, 'id'> & { message: InboxMessage }) => {
  const { data: inbox } = useInbox()
  const reply = useReply(message)
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, status, deletedAt } = message

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened, and not when it is marked as new again.
  useEffect(() => {
    if (status === 'new' && deletedAt === null) void markRead(message)
    if (answer) begin()
    else heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [id])

  const act = (action: InboxAction) => {
    void actOn(action, [message])
    action === 'unread' ? back() : next()
  }
  const begin = () => deletedAt === null && reply.begin()
  useEffect(() => {
    bind({ act, reply: begin })
    return () => bind(undefined)
  })

  return (
    <section className="message-view" aria-labelledby="message-title">
      <div className="message-bar">
        <Anchor component="button" type="button" size="sm" className="message-back" onClick={back}>
          <ArrowLeft size={16} aria-hidden /> Back to the list
        </Anchor>
        <MessageActions message={message} act={act} reply={begin} />
      </div>
      <div className="message-body">
        <div>
          <Title order={2} size="h3" id="message-title" ref={heading} tabIndex={-1}>
            {message.user_name}
          </Title>
          <Sender message={message} />
        </div>
        {deletedAt !== null && (
          <Text size="sm" c="dimmed" className="spam-reasons">
            {trashSentence(message)}
          </Text>
        )}
        <SpamReasons message={message} />
        <Conversation message={message} />
        {deletedAt === null && (
          <>
            {reply.open && <ReplyForm message={message} reply={reply} mail={inbox?.mail} />}
            <div className="message-own">
              <Suspense fallback={<div />}>
                <NoteField message={message} />
              </Suspense>
              <FollowUp message={message} />
            </div>
          </>
        )}
      </div>
    </section>
  )
}

export const MessageView = ({ id, ...props }: Props) => {
  const { data, error, refetch } = useMessage(id)
  if (data) return <OpenMessage key={id} message={data} {...props} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="This message is gone"
        action={
          <Anchor component="button" type="button" size="sm" onClick={props.back}>
            Back to the list
          </Anchor>
        }
      >
        It was erased, or deleted more than {trashDays} days ago.
      </Empty>
    )
  return error ? <LoadFailure error={error} retry={refetch} /> : <Loading h={280} />
}
