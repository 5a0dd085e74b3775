import { ActionIcon, Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Inbox from 'lucide-react/icons/inbox'
import MailIcon from 'lucide-react/icons/mail'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Delivery } from '../../model/inbox/delivery.ts'
import { type InboxMessage, trashDays } from '../../model/inbox/stored-message.ts'
import { ApiError, call } from '../api/client.ts'
import { Empty, LoadFailure, Loading } from '../ui/loading.tsx'
import { fullTime, localDay, shortTime } from '../ui/times.ts'
import { toastError } from '../ui/toast.tsx'
import { actOn, type InboxAction, inboxUndo, markRead } from './inbox-actions.ts'
import { useInbox } from './inbox-state.ts'
import { forgetMessages, rememberMessage, useConversation, useMessage } from './messages-api.ts'
import { ReplyForm, useReply } from './reply.tsx'
import { SpamReasons } from './spam-reasons.tsx'

interface DeliveryState {
  tone: 'sent' | 'waiting' | 'failed'
  sentence: string
}

const kindNames: Record<string, string> = {
  notice: 'Email to you',
  answers: 'Answers to you',
  digest: 'Digest to you',
  acknowledgement: 'Acknowledgement',
  reply: 'Reply',
}

const describe = (answer: string | null) => {
  const words = answer?.trim().replace(/\s+/g, ' ')
  return words ? ` ${/[.!?)]$/.test(words) ? words : `${words}.`}` : ''
}
const unknownOutcome = (unknownOutcomes: number) =>
  unknownOutcomes > 0 ? ' It may have arrived already, or twice.' : ''

export const deliverySentence = (delivery: Delivery): DeliveryState => {
  const { kind, state, tries, unknownOutcomes, dueAt, sentAt, answer } = delivery
  const name = kindNames[kind] ?? 'Email'
  if (state === 'sent')
    return {
      tone: 'sent',
      sentence: `${name} sent${sentAt ? ` ${fullTime(sentAt)}` : ''}.${unknownOutcome(unknownOutcomes)}`,
    }
  if (state === 'failed')
    return {
      tone: 'failed',
      sentence: `${name} not sent:${describe(answer) || ' it was given up.'}${unknownOutcome(unknownOutcomes)}`,
    }
  if (state === 'sending' || (state === 'queued' && tries === 0))
    return { tone: 'waiting', sentence: `${name} on its way.` }
  if (state === 'queued')
    return {
      tone: 'waiting',
      sentence: `${name} not sent yet:${describe(answer) || ' no answer.'} Tried again ${shortTime(dueAt)}.${unknownOutcome(unknownOutcomes)}`,
    }
  return { tone: 'waiting', sentence: `${name} waits for the daily digest.` }
}

const icons = { sent: Check, waiting: Clock, failed: CircleAlert }

const DeliveryLine = ({ message, delivery }: { message: string; delivery: Delivery }) => {
  const again = useMutation({
    mutationFn: () => call('POST /api/messages/:id/deliveries', { id: message }),
    onSuccess: rememberMessage,
    onError: (error) => toastError(error, 'Not sent again'),
  })
  const { tone, sentence } = deliverySentence(delivery)
  const Icon = icons[tone]
  return (
    <Group
      gap={6}
      mt={4}
      wrap="nowrap"
      align="flex-start"
      c={tone === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
    >
      <Icon size={14} aria-hidden className="delivery-icon" />
      <Text size="xs">{sentence}</Text>
      {(tone === 'failed' || (tone === 'waiting' && delivery.tries > 0)) && (
        <Button
          size="compact-xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
          flex="none"
        >
          Send again
        </Button>
      )}
    </Group>
  )
}

const DeliveryLines = ({ message, deliveries }: { message: string; deliveries: readonly Delivery[] }) => (
  <Stack gap={4} mt="sm" role="status" aria-label="Emails about this message">
    {deliveries.length === 0 ? (
      <Text size="xs" c="dimmed">
        No email was sent about this message; it is kept here.
      </Text>
    ) : (
      deliveries.map((delivery) => <DeliveryLine key={delivery.id} message={message} delivery={delivery} />)
    )}
  </Stack>
)

interface TextPart {
  text: string
  href?: string
}

const link = /https?:\/\/[^\s<>"'`]+/g
const trailing = '.,;:!?)]}»”’'

const withoutTrailing = (text: string) => {
  let end = text.length
  while (end > 0 && trailing.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export const linked = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let at = 0
  for (const found of text.matchAll(link)) {
    const whole = withoutTrailing(found[0])
    if (!URL.canParse(whole)) continue
    if (found.index > at) parts.push({ text: text.slice(at, found.index) })
    parts.push({ text: whole, href: whole })
    at = found.index + whole.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

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

/** Source of a message's sender, where the owner has switched that on. */
const CameFrom = ({ id }: { id: string }) => {
  const { data } = useQuery({
    queryKey: ['message-visit', id],
    queryFn: ({ signal }) => call('GET /api/messages/:id/visit', { id, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data?.visit) return null
  const { source, page } = data.visit
  return (
    <Text size="xs" c="dimmed">
      Came {source === '' ? 'without a named source' : `from ${source}`}, first to {page}
    </Text>
  )
}

const PartHead = ({ from, at }: { from: string; at: string }) => (
  <Group component="header" justify="space-between" align="baseline" gap="0 16px" mb={6}>
    <Text span inherit fw={600}>
      {from}
    </Text>
    <time className="message-time" dateTime={at}>
      {fullTime(at)}
    </time>
  </Group>
)

const MessagePart = ({ message }: { message: InboxMessage }) => {
  const { id, user_name: name, message: text, answers, createdAt, status, deliveries, replies } = message
  const others = deliveries.filter(({ kind }) => kind !== 'reply')
  return (
    <>
      <article className="message-part" aria-label={`Message from ${name}, ${fullTime(createdAt)}`}>
        <PartHead from={name} at={createdAt} />
        <MessageText text={text} id={`message-${id}`} plain={status === 'spam'} />
        {answers.length > 0 && (
          <Stack component="dl" gap={8} mt="sm" className="message-answers">
            {answers.map(({ question, answer }) => (
              <div key={`${question} ${answer}`}>
                <Text component="dt" size="sm" c="dimmed" dir="auto">
                  {question}
                </Text>
                <dd>
                  <MessageText text={answer} plain={status === 'spam'} />
                </dd>
              </div>
            ))}
          </Stack>
        )}
        <DeliveryLines message={id} deliveries={others} />
        {status !== 'spam' && <CameFrom id={id} />}
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
            <PartHead from="You" at={reply.createdAt} />
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

const Sender = ({ message: { user_email: email } }: { message: InboxMessage }) => (
  <Text size="sm" c="dimmed" className="sender">
    <Anchor href={`mailto:${email}`} size="sm">
      {email}
    </Anchor>
  </Text>
)

const counted = (count: number, more: boolean, when: string) =>
  `${count}${more ? '+' : ''} ${when} message${count === 1 && !more ? '' : 's'}`

/** A message with the others from the same email address: earlier ones collapsed, later ones below. */
const Conversation = ({ message }: { message: InboxMessage }) => {
  const [expanded, setExpanded] = useState(false)
  const { data } = useConversation(message.user_email)
  const isSpam = message.status === 'spam'
  // Spam is not part of a conversation, unless the open message is spam.
  const others = (data?.messages ?? []).filter(({ id, status }) => id !== message.id && (isSpam || status !== 'spam'))
  const earlier = others.filter(({ id }) => id < message.id).reverse()
  const later = others.filter(({ id }) => id > message.id).reverse()
  return (
    <Stack gap="sm">
      {earlier.length > 0 && !expanded && (
        <Button variant="default" size="compact-sm" w="fit-content" onClick={() => setExpanded(true)}>
          {counted(earlier.length, data?.next != null, 'earlier')}
        </Button>
      )}
      {expanded && earlier.map((one) => <MessagePart key={one.id} message={one} />)}
      <MessagePart message={message} />
      {later.map((one) => (
        <MessagePart key={one.id} message={one} />
      ))}
    </Stack>
  )
}

const choices: readonly (readonly [label: string, days: number])[] = [
  ['Tomorrow', 1],
  ['In three days', 3],
  ['In a week', 7],
]

const save = async (id: string, followUp: string | null) => {
  rememberMessage(await call('PATCH /api/messages/:id', { id, body: { followUp } }))
  await forgetMessages()
}

const FollowUp = ({ message }: { message: InboxMessage }) => {
  const { id, followUp } = message
  const [typed, setTyped] = useState<string>()
  const put = async (day: string | null) => {
    setTyped(undefined)
    if (day === followUp) return
    try {
      await save(id, day)
      inboxUndo.offer(day === null ? 'Follow-up removed' : 'Follow-up noted', () =>
        save(id, followUp).catch((error: unknown) => toastError(error, 'This could not be undone')),
      )
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

interface Choice {
  action: InboxAction
  label: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  keys?: string
}

const choicesFor = ({ status, deletedAt }: InboxMessage): readonly Choice[] => {
  if (deletedAt !== null) return [{ action: 'restore', label: 'Restore', Icon: Undo }]
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

interface MessageActionsProps {
  message: InboxMessage
  act(action: InboxAction): void
  reply(): void
}

const MessageActions = ({ message, act, reply }: MessageActionsProps) => (
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

// Only an open message needs the form engine.
const NoteField = lazy(() => import('./note-field.tsx'))

interface MessageActsProps {
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

const OpenMessage = ({
  message,
  back,
  next,
  answer,
  bind,
}: Omit<MessageActsProps, 'id'> & { message: InboxMessage }) => {
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
  // Before a key can reach the message: it would act on its row, and leave it open.
  useLayoutEffect(() => {
    bind({ act, reply: begin })
    return () => bind(undefined)
  })

  return (
    <section className="message-view" aria-labelledby="message-title">
      <Group justify="space-between" gap="6px 16px" className="message-bar">
        <Anchor component="button" type="button" size="sm" className="message-back" onClick={back}>
          <ArrowLeft size={16} aria-hidden /> Back to the list
        </Anchor>
        <MessageActions message={message} act={act} reply={begin} />
      </Group>
      <div className="message-body">
        <div>
          <Title order={2} size="h3" id="message-title" ref={heading} tabIndex={-1}>
            {message.user_name}
          </Title>
          <Sender message={message} />
        </div>
        {deletedAt !== null && (
          <Text size="sm" c="dimmed" p="12px 16px" className="empty">
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

export const MessageView = ({ id, ...props }: MessageActsProps) => {
  const { data, error, refetch } = useMessage(id)
  if (data) return <OpenMessage key={id} message={data} {...props} />
  if (error instanceof ApiError && error.code === 'not-found')
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
