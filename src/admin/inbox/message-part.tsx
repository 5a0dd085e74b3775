import { Anchor, Text } from '@mantine/core'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { fullTime } from '../ui/times.ts'
import { DeliveryLine, DeliveryLines } from './delivery-line.tsx'
import { linked } from './linked.ts'

const MessageText = ({ text, id, plain = false }: { text: string; id?: string; plain?: boolean }) => (
  <Text className="message-text" id={id} dir="auto">
    {plain
      ? text
      : linked(text).map(({ text: part, href }, at) =>
          href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
            <Anchor key={at} href={href} target="_blank" rel="noopener noreferrer nofollow" inherit>
              {part}
            </Anchor>
          ) : (
            part
          ),
        )}
  </Text>
)

export const MessagePart = ({ message }: { message: InboxMessage }) => {
  const { id, user_name: name, message: text, createdAt, status, deliveries, replies } = message
  const others = deliveries.filter(({ kind }) => kind !== 'reply')
  return (
    <>
      <article className="message-part" aria-label={`Message from ${name}, ${fullTime(createdAt)}`}>
        <header className="message-part-head">
          <span className="message-part-from">{name}</span>
          <time className="message-time" dateTime={createdAt}>
            {fullTime(createdAt)}
          </time>
        </header>
        <MessageText text={text} id={`message-${id}`} plain={status === 'spam'} />
        <DeliveryLines message={id} deliveries={others} />
      </article>
      {replies.map((reply) => {
        const delivery = deliveries.find((one) => one.id === reply.id)
        return (
          <article
            key={reply.id}
            className="message-part"
            data-own
            aria-label={`Your reply, ${fullTime(reply.createdAt)}`}
          >
            <header className="message-part-head">
              <span className="message-part-from">You</span>
              <time className="message-time" dateTime={reply.createdAt}>
                {fullTime(reply.createdAt)}
              </time>
            </header>
            <MessageText text={reply.text} />
            {delivery && (
              <div role="status">
                <DeliveryLine message={id} delivery={delivery} />
              </div>
            )}
          </article>
        )
      })}
    </>
  )
}

export const Sender = ({ message: { user_email: email } }: { message: InboxMessage }) => (
  <Text size="sm" c="dimmed" className="sender">
    <Anchor href={`mailto:${email}`} size="sm">
      {email}
    </Anchor>
  </Text>
)
