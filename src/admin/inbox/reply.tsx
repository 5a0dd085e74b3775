import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { useLocalStorage, useWindowEvent } from '@mantine/hooks'
import TextQuote from 'lucide-react/icons/text-quote'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { MailState } from '../../model/inbox/delivery.ts'
import { transportLabel } from '../../model/inbox/mail-services.ts'
import { type InboxMessage, replyLimit } from '../../model/inbox/stored-message.ts'
import { asApiError, call } from '../api/client.ts'
import { useSettings } from '../api/settings-api.ts'
import { LazyMenu } from '../ui/menu.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useIsGone } from '../ui/use-is-gone.ts'
import { actOn } from './inbox-actions.ts'
import { forgetMessages, rememberMessage } from './messages-api.ts'

type Quoted = Pick<InboxMessage, 'user_name' | 'user_email' | 'message' | 'createdAt'>

/** Longest URL that mail programs take on every system. */
const maxLength = 2000

const urlOf = ({ user_email: email, message }: Quoted, body: string) => {
  const subject = `Re: ${message.trim().split('\n')[0]?.slice(0, 60)}`
  const params = Object.entries({ subject, body: body.replaceAll('\n', '\r\n') })
  // Mail programs show a plus sign as it is.
  return `mailto:${encodeURIComponent(email)}?${params.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`
}

const quoted = (words: string) => words.replaceAll(/^/gm, '> ')

/**
 * A `mailto:` URL of a reply with the message quoted below, as replies sent from here have it. A long message is cut to what fits; next
 * to a very long reply it is left out.
 */
export const mailto = (message: Quoted, text: string): { url: string; quote: 'whole' | 'part' | 'none' } => {
  const head = `${text}\n\n${message.user_name}, ${message.createdAt.slice(0, 10)}:\n\n`
  const whole = urlOf(message, head + quoted(message.message))
  if (whole.length <= maxLength) return { url: whole, quote: 'whole' }
  const words = message.message.split(/(?<=\s)/)
  const cut = (count: number) => urlOf(message, `${head}${quoted(`${words.slice(0, count).join('').trimEnd()} …`)}`)
  let [fits, tooMany] = [0, words.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (cut(middle).length <= maxLength) fits = middle
    else tooMany = middle
  }
  return fits > 0 ? { url: cut(fits), quote: 'part' } : { url: urlOf(message, text), quote: 'none' }
}

interface SnippetValues {
  name: string
  site: string
}

/** Fills in a snippet's variables {name}, {first_name} and {site}. Unknown ones stay. */
export const fillSnippet = (text: string, { name, site }: SnippetValues): string => {
  const values: Record<string, string> = { name, first_name: name.trim().split(/\s+/)[0] ?? '', site }
  return text.replace(
    /\{(\w+)\}/g,
    (whole, variable: string) => (Object.hasOwn(values, variable) ? values[variable] : undefined) ?? whole,
  )
}

interface SnippetMenuProps {
  name: string
  disabled: boolean
  insert(text: string): void
}

const SnippetMenu = ({ name, disabled, insert }: SnippetMenuProps) => {
  const { data } = useSettings()
  const snippets = data?.settings.snippets ?? []
  return (
    <LazyMenu
      position="top-start"
      className="snippet-menu"
      button={(props) => (
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          leftSection={<TextQuote size={14} aria-hidden />}
          {...props}
        >
          Snippets
        </Button>
      )}
    >
      {(Menu) => (
        <>
          {snippets.map(({ title, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two snippets may be called the same.
            <Menu.Item key={at} onClick={() => insert(fillSnippet(text, { name, site: data?.settings.name ?? '' }))}>
              {title}
            </Menu.Item>
          ))}
          {snippets.length > 0 && <Menu.Divider />}
          <Menu.Item component={Link} to="/admin/settings?tab=replies">
            {snippets.length > 0 ? 'Edit snippets' : 'Write the first snippet'}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  )
}

const draftPrefix = 'vitrine.reply.'

/** Deletes the drafts of replies to messages that are gone. */
export const sweepDrafts = async (): Promise<void> => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(draftPrefix))
        await call('GET /api/messages/:id', { id: key.slice(draftPrefix.length) }).catch((error) => {
          if (asApiError(error).code === 'not-found') localStorage.removeItem(key)
        })
  } catch {
    // Storage is blocked, and holds no draft.
  }
}

/** Drafts by message that the device did not take; they are gone with the tab. */
const unkept = new Map<string, string>()

const readKept = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Draft of a reply. Survives reloads until it is sent or discarded. */
export const useReply = ({ id, user_name: name }: InboxMessage) => {
  const key = draftPrefix + id
  // Without a default, which would be stored for each message that is opened.
  const [stored, setText, forget] = useLocalStorage<string | undefined>({
    key,
    serialize: String,
    deserialize: (stored) => stored,
    getInitialValueInEffect: false,
  })
  const text = unkept.get(id) ?? stored ?? ''
  const [open, setOpen] = useState(text !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  // True if the form takes the focus when it opens; a draft restored after a reload does not.
  const takesFocus = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isGone = useIsGone()

  const change = (next: string) => {
    next === '' ? forget() : setText(next)
    if (readKept(key) === next) unkept.delete(id)
    else unkept.set(id, next)
    setProblem(undefined)
  }
  const send = async () => {
    if (busy) return
    if (text.trim() === '') return setProblem('Write a reply.')
    setBusy(true)
    setProblem(undefined)
    try {
      rememberMessage(await call('POST /api/messages/:id/replies', { id, body: { text } }))
      // The draft stays where it is another text by now.
      if ((unkept.get(id) ?? readKept(key)) === text) change('')
      setOpen(false)
      toast(`Reply to ${name} is on its way`)
      await forgetMessages()
    } catch (error) {
      const { fields, message } = asApiError(error)
      if (isGone.current) toastError(error, `Reply to ${name} not sent; it is kept with the message`)
      else setProblem(`Not sent; your text is still here. ${fields.text ?? message}`)
    }
    setBusy(false)
  }
  return {
    ...{ text, change, open, busy, problem, send, field, takesFocus },
    /** False where this device has no room for the draft, or its storage is blocked. */
    isKept: readKept(key) === text,
    begin: () => {
      takesFocus.current = true
      setOpen(true)
      field.current?.focus()
    },
    discard: () => {
      const before = text
      change('')
      setOpen(false)
      if (before.trim() !== '')
        toast('Draft discarded', {
          undo: () => {
            change(before)
            setOpen(true)
          },
          id: 'change',
        })
    },
  }
}

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
  useWindowEvent('beforeunload', (event) => {
    if (unkept.size > 0) event.preventDefault()
  })
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
            {mail.transport
              ? `${transportLabel(mail.transport)} writes to you, not to visitors. With SMTP set up you could send this from here.`
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
        readOnly={busy}
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
        <SnippetMenu name={message.user_name} disabled={busy} insert={insert} />
        <Button size="xs" variant="subtle" color="gray" disabled={busy} onClick={discard}>
          Discard
        </Button>
        <Text
          size="xs"
          c={reply.isKept ? 'dimmed' : 'var(--mantine-color-error)'}
          ms="auto"
          role={reply.isKept ? undefined : 'alert'}
        >
          {reply.isKept
            ? quoteHints[draft?.quote ?? 'whole']
            : 'This device has no room to keep it. Leave this page open.'}
        </Text>
      </Group>
    </form>
  )
}
