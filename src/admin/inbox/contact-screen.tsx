import { ActionIcon, Alert, Anchor, Badge, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import CircleAlert from 'lucide-react/icons/circle-alert'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type InboxCounts, type InboxState, type InboxView, inboxViews } from '../../model/inbox/stored-message.ts'
import { openShortcuts, useShortcuts } from '../ui/keys.ts'
import { Loaded, Loading } from '../ui/loading.tsx'
import { LazyMenu } from '../ui/menu.tsx'
import { Screen } from '../ui/screen.tsx'
import { BulkBar, useSelection } from '../ui/selection.tsx'
import { toastError } from '../ui/toast.tsx'
import { useLoaded, whenIdle } from '../ui/use-loaded.ts'
import { actOn, bulkActions, type InboxAction, inboxUndo } from './inbox-actions.ts'
import { type InboxUrl, MessageList, NoMessages, useInboxList, useInboxUrl } from './inbox-list.tsx'
import { type MessageActs, MessageView } from './message.tsx'
import { fileOf, useMessages } from './messages-api.ts'
import { sweepDrafts } from './reply.tsx'

const viewNames: Record<InboxView, string> = {
  inbox: 'Inbox',
  unread: 'Unread',
  due: 'Due',
  failed: 'Not sent',
  archived: 'Archived',
  spam: 'Spam',
  trash: 'Trash',
  all: 'All',
}

const InboxViews = ({ url, counts }: { url: InboxUrl; counts: InboxCounts | undefined }) => {
  // "Not sent" appears when an email has failed.
  const views = inboxViews.filter((view) => view !== 'failed' || view === url.view || (counts && counts.failed > 0))
  const countOf = (view: InboxView) => (counts && view in counts ? counts[view as keyof InboxCounts] : 0)
  return (
    <nav aria-label="Lists of messages" className="inbox-views">
      {views.map((view) => (
        <Link
          key={view}
          to={url.toView(view)}
          className="inbox-view"
          aria-current={view === url.view ? 'page' : undefined}
        >
          {viewNames[view]}
          {countOf(view) > 0 && (
            <Badge
              size="sm"
              variant={view === 'unread' || view === 'failed' ? 'filled' : 'light'}
              color={view === 'failed' ? 'red.8' : view === 'unread' ? 'accent' : 'gray'}
              className="inbox-count"
            >
              {countOf(view)}
            </Badge>
          )}
        </Link>
      ))}
    </nav>
  )
}

const loadErase = () => import('./erase-dialog.tsx')

const InboxMenu = ({ url: { view, q } }: { url: InboxUrl }) => {
  const [erasing, setErasing] = useState(false)
  const erase = useLoaded(loadErase, erasing, () => {
    setErasing(false)
    toastError(new Error('The dialog could not be loaded. Check the connection, then try again.'))
  })
  const what = q === '' ? viewNames[view] : `${viewNames[view]}: ${q}`
  return (
    <>
      <LazyMenu
        position="bottom-end"
        button={(props) => (
          <ActionIcon aria-label="More" variant="default" size="input-sm" {...props}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        )}
      >
        {(Menu) => (
          <>
            <Menu.Label className="menu-label">{what}</Menu.Label>
            <Menu.Item component="a" href={fileOf('csv', { view, q })} download>
              Export as CSV
            </Menu.Item>
            <Menu.Item component="a" href={fileOf('json', { view, q })} download>
              Export as JSON
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => setErasing(true)}>Erase a person …</Menu.Item>
            <Menu.Item component={Link} to="/admin/settings?tab=replies">
              Snippets
            </Menu.Item>
            <Menu.Item component={Link} to="/admin/contact/spam-rules">
              Spam rules
            </Menu.Item>
            <Menu.Item onClick={openShortcuts}>Keyboard shortcuts</Menu.Item>
          </>
        )}
      </LazyMenu>
      {erase && <erase.EraseDialog opened={erasing} close={() => setErasing(false)} />}
    </>
  )
}

const SearchField = ({ url }: { url: InboxUrl }) => {
  const [typed, setTyped] = useState(url.q)
  const asked = useRef(url.q)
  const search = useDebouncedCallback((q: string) => {
    asked.current = q.trim()
    url.search(asked.current)
  }, 200)
  const shownQuery = useRef(url.q)
  // A step back: the field shows the query of the URL. Its own query comes there late, when more may be typed.
  if (shownQuery.current !== url.q) {
    shownQuery.current = url.q
    if (url.q !== asked.current && typed.trim() !== url.q) setTyped(url.q)
    asked.current = url.q
  }
  return (
    <TextInput
      id="inbox-search"
      type="search"
      className="inbox-search"
      aria-label="Search messages"
      aria-keyshortcuts="/"
      placeholder="Search"
      leftSection={<Search size={15} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

const settings = (
  <Anchor component={Link} to="/admin/settings?tab=mail" size="sm" underline="always">
    Mail settings
  </Anchor>
)

const MailBanner = ({ inbox: { counts, mail } }: { inbox: InboxState }) => {
  if (counts.failed > 0)
    return (
      <Alert
        color="red"
        variant="light"
        role="alert"
        className="mail-banner"
        flex="none"
        py={8}
        icon={<CircleAlert size={18} aria-hidden />}
      >
        <Text size="sm">
          <strong>
            {counts.failed === 1
              ? 'An email about a message could not be sent.'
              : `Emails about ${counts.failed} messages could not be sent.`}
          </strong>{' '}
          The messages are in the inbox. {mail.lastFailure && `The mail server answered: “${mail.lastFailure.answer}” `}
          <Anchor component={Link} to="/admin/contact?show=failed" size="sm" underline="always">
            Show them
          </Anchor>{' '}
          · {settings}
        </Text>
      </Alert>
    )
  if (mail.transport === null || mail.missing.length > 0)
    return (
      <Text size="sm" c="dimmed" flex="none" className="mail-note">
        {mail.transport === null
          ? 'Email is not set up, so messages are kept here only. '
          : `Email is not set up completely: ${mail.missing.join(' ')} `}
        {settings}
      </Text>
    )
  if (mail.lastFailure && mail.queued > 0)
    return (
      <Text size="sm" c="dimmed" flex="none" className="mail-note" role="status">
        Email is delayed and will be retried. The mail server answered: {mail.lastFailure.answer} {settings}
      </Text>
    )
  return null
}

const useAny = () => {
  const { data } = useMessages({ view: 'all' })
  return (data?.pages[0]?.messages.length ?? 0) > 0
}

export const ContactScreen = () => {
  const url = useInboxUrl()
  const { view, open } = url
  const { query, shown, inbox, isPending } = useInboxList(url)
  const { hasNextPage, isFetching, fetchNextPage } = query
  const any = useAny()
  const ids = shown.map(({ id }) => id)
  const selection = useSelection(ids)
  const [focused, setFocused] = useState<string>()
  const { state }: { state: { answer?: boolean } | null } = useLocation()
  const [answered, setAnswered] = useState(state?.answer ? open : undefined)
  const current = open ?? focused
  const acts = useRef<MessageActs>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, nothing chosen.
  useEffect(selection.none, [view, url.q])
  // Another device may have erased somebody.
  useEffect(() => whenIdle(() => void sweepDrafts(), 2000), [])

  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])

  const focusRow = (id: string | undefined) => {
    setFocused(id)
    if (id) setTimeout(() => document.getElementById(`row-${id}`)?.focus(), 0)
  }
  const wide = () => window.matchMedia('(min-width: 62em)').matches
  const step = (by: 1 | -1) => {
    const at = ids.indexOf(current ?? '')
    const to = ids[at < 0 ? 0 : at + by]
    if (to === undefined) return
    if (open === undefined) focusRow(to)
    else url.show(to)
  }
  const after = (id: string) => {
    const at = ids.indexOf(id)
    return ids[at + 1] ?? ids[at - 1]
  }
  const leave = (id: string) => {
    const next = after(id)
    if (open !== undefined && wide() && next) url.show(next)
    else {
      url.show(undefined)
      focusRow(next)
    }
  }
  const back = () => {
    setAnswered(undefined)
    url.show(undefined)
    focusRow(open)
  }
  const chosen = shown.filter(({ id }) => selection.ids.has(id))
  const act = (action: InboxAction) => {
    if (chosen.length > 0) {
      void actOn(action, chosen)
      if (open !== undefined && selection.ids.has(open)) url.show(undefined)
      return selection.none()
    }
    if (acts.current) return acts.current.act(action)
    const message = shown.find(({ id }) => id === focused)
    if (!message || (message.deletedAt !== null && action !== 'restore')) return
    const next = action === 'unread' ? message.id : after(message.id)
    void actOn(action, [message])
    focusRow(next)
  }
  const choose = () => {
    if (current) selection.toggle(current, false)
  }

  useShortcuts('contact', {
    next: () => step(1),
    previous: () => step(-1),
    open: () => {
      if (open === undefined && focused) url.show(focused)
    },
    archive: () => act('archive'),
    reply: () => {
      if (acts.current) acts.current.reply()
      else if (focused) {
        setAnswered(focused)
        url.show(focused)
      }
    },
    spam: () => act('spam'),
    remove: () => act('delete'),
    unread: () => act('unread'),
    select: choose,
    undo: inboxUndo.run,
    search: () => document.getElementById('inbox-search')?.focus(),
    back: () => {
      if (selection.ids.size > 0) selection.none()
      else if (open !== undefined) back()
      else return false
      return true
    },
  })

  const list = () =>
    shown.length === 0 ? (
      <NoMessages url={url} any={any} />
    ) : (
      <MessageList
        messages={shown}
        url={url}
        selection={selection}
        current={current}
        setCurrent={setFocused}
        more={more}
        label={viewNames[view]}
      />
    )

  // What stands above the list comes first, so that the list stays where it is.
  if (isPending)
    return (
      <Screen title="Contact">
        <Loading h={420} />
      </Screen>
    )
  return (
    <Screen
      title="Contact"
      actions={
        <Group gap="xs" wrap="nowrap" className="inbox-tools">
          <SearchField url={url} />
          <InboxMenu url={url} />
        </Group>
      }
    >
      {inbox && <MailBanner inbox={inbox} />}
      <InboxViews url={url} counts={inbox?.counts} />
      <div className="inbox surface" data-open={open !== undefined || undefined}>
        <div className="inbox-list">
          {view === 'inbox' && url.q === '' && inbox !== undefined && inbox.counts.due > 0 && (
            <Link to={url.toView('due')} className="inbox-due">
              {inbox.counts.due === 1 ? 'One message is due today' : `${inbox.counts.due} messages are due today`}
            </Link>
          )}
          <Loaded query={query} h={280}>
            {list}
          </Loaded>
        </div>
        <div className="inbox-message">
          {open === undefined ? (
            <p className="inbox-hint">Choose a message, or press j and Enter. ? lists all keys.</p>
          ) : (
            <MessageView
              id={open}
              answer={answered === open}
              back={back}
              next={() => leave(open)}
              bind={(bound) => {
                acts.current = bound
              }}
            />
          )}
        </div>
      </div>
      {selection.ids.size > 0 && (
        <BulkBar
          label="Selected messages"
          count={selection.ids.size}
          actions={bulkActions(view)}
          act={act}
          close={selection.none}
        />
      )}
    </Screen>
  )
}
