import { Group } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useShortcuts } from '../commands/keys/use-shortcuts.ts'
import { useSelection } from '../content/use-selection.ts'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Loading } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { actOn, bulkActions, type InboxAction } from './inbox-actions.ts'
import { InboxMenu } from './inbox-menu.tsx'
import { inboxUndo } from './inbox-undo.ts'
import { InboxViews, viewNames } from './inbox-views.tsx'
import { MailBanner } from './mail-banner.tsx'
import { MessageList } from './message-list.tsx'
import { type MessageActs, MessageView } from './message-view.tsx'
import { useMessages } from './messages-api.ts'
import { NoMessages } from './no-messages.tsx'
import { SearchField } from './search-field.tsx'
import { useInboxList } from './use-inbox-list.ts'
import { useInboxUrl } from './use-inbox-url.ts'

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
  const [answered, setAnswered] = useState<string>()
  const current = open ?? focused
  const acts = useRef<MessageActs>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, nothing chosen.
  useEffect(selection.none, [view, url.q])

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
      <div className="inbox" data-open={open !== undefined || undefined}>
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
