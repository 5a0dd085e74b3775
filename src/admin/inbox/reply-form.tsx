import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { useEffect } from 'react'
import type { MailState } from '../../model/inbox/delivery.ts'
import { replyLimit } from '../../model/inbox/message-change.ts'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { actOn } from './inbox-actions.ts'
import { mailto } from './mailto.ts'
import { SnippetMenu } from './snippet-menu.tsx'
import type { useReply } from './use-reply.ts'

interface Props {
  message: InboxMessage
  reply: ReturnType<typeof useReply>
  mail: MailState | undefined
}

const quoteHints = {
  whole: 'The message is quoted below it.',
  part: 'The beginning of the message is quoted below it: the rest is too long for a link.',
  none: 'The message is not quoted below it: the reply is too long for that.',
}

export const ReplyForm = ({ message, reply, mail }: Props) => {
  const { text, change, busy, problem, send, discard, field, takesFocus } = reply
  useEffect(() => {
    if (takesFocus.current) field.current?.focus()
  }, [field, takesFocus])
  const insert = (snippet: string) => {
    const area = field.current
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [text.length, text.length]
    change(text.slice(0, from) + snippet + text.slice(to))
    // After the menu has returned the focus.
    setTimeout(() => {
      area?.focus()
      area?.setSelectionRange(from + snippet.length, from + snippet.length)
    }, 50)
  }
  const cannot = mail !== undefined && !mail.answers
  const draft = cannot ? mailto(message, text) : undefined
  return (
    <form
      className="reply-form"
      aria-label={`Reply to ${message.user_name}`}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {cannot && (
        <Alert variant="light" color="gray" mb="xs">
          <Text size="sm">
            {mail.transport === 'emailjs'
              ? 'EmailJS writes to you, not to visitors. With SMTP set up you could send this from here.'
              : 'Email is not set up here, so this cannot be sent from here yet.'}{' '}
            Your own mail program can take it.
          </Text>
        </Alert>
      )}
      <Textarea
        ref={field}
        label={`Reply to ${message.user_name}`}
        autosize
        minRows={5}
        maxRows={24}
        maxLength={replyLimit}
        value={text}
        error={problem}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            if (!cannot) void send()
          }
        }}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        dir="auto"
      />
      <Group gap="xs" mt="xs">
        {draft ? (
          <Button component="a" href={draft.url} size="xs" onClick={() => void actOn('replied', [message])}>
            Open in your mail program
          </Button>
        ) : (
          <Button type="submit" size="xs" loading={busy}>
            Send reply
          </Button>
        )}
        <SnippetMenu name={message.user_name} insert={insert} />
        <Button size="xs" variant="subtle" color="gray" onClick={discard}>
          Discard
        </Button>
        <Text size="xs" c="dimmed" className="reply-hint">
          {quoteHints[draft?.quote ?? 'whole']}
        </Text>
      </Group>
    </form>
  )
}
