import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, Notifications, notifications, useNotifications } from '@mantine/notifications'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect } from 'react'
import type { ApiError } from '../api/client.ts'
import { newId } from './new-id.ts'
import type { FollowLink } from './use-follow-link.ts'

export { notifications }

export interface ToastOptions {
  undo?: (() => unknown) | undefined
  action?: string
  /** Replaces a toast with the same id. */
  id?: string
  /** `note` for what is neither done nor failed. */
  tone?: 'note'
  closed?(): void
}

/** What an act left as it is. */
export interface Refusals {
  title: string
  entries: readonly { name: string; path: string; reason: string }[]
  follow: FollowLink
}

const undoTimeMs = 10_000
const mostNamed = 3

const bars = '.form-bar, .bulk-bar'
const gap = 16

/** Puts the stack above the bar at the bottom and the keyboard of a phone; where it would cover what has the focus, below the header. */
const placeStack = (): void => {
  const stack = document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position=bottom-right]')
  const { activeElement, documentElement: root } = document
  // While one of its buttons is pressed it stays where it is.
  if (!stack || stack.contains(activeElement)) return
  const { height = innerHeight, offsetTop = 0 } = visualViewport ?? {}
  const view = Math.min(innerHeight, offsetTop + height)
  const { left, right, height: size } = stack.getBoundingClientRect()
  const start = Number.parseFloat(getComputedStyle(stack).scrollMarginTop)
  const tops = [...document.querySelectorAll(bars)].flatMap((bar) => {
    const { top, bottom, left: from, right: to } = bar.getBoundingClientRect()
    // At the end of a form it stands higher than where it sticks.
    const isUnder = to > left && from < right && bottom > view - gap - size && top - gap - size > start
    return top < view && (bottom > view - 2 * gap || isUnder) ? [top] : []
  })
  const end = Math.min(view, ...tops) - gap
  root.style.setProperty('--toasts-end', `${innerHeight - end}px`)
  const focused = activeElement?.getBoundingClientRect()
  const isUnder = focused && focused.bottom > end - size && focused.right > left && focused.left < right
  root.toggleAttribute('data-toasts-on-top', isUnder === true && focused.top > start + size)
}

/** Stack of toasts. Hovering one keeps all of them open. */
export const Toasts = () => {
  const { notifications: shown } = useNotifications()
  useEffect(() => {
    if (shown.length === 0) return
    const end = new AbortController()
    for (const event of ['focusin', 'scroll', 'resize'])
      window.addEventListener(event, placeStack, { capture: true, passive: true, signal: end.signal })
    visualViewport?.addEventListener('resize', placeStack, { signal: end.signal })
    // At once, and when another screen has been drawn.
    const drawn = new ResizeObserver(placeStack)
    drawn.observe(document.body)
    return () => {
      end.abort()
      drawn.disconnect()
    }
  }, [shown])
  return (
    <Notifications
      position="bottom-right"
      limit={4}
      pauseResetOnHover="all"
      zIndex={400}
      notificationMaxHeight="60dvh"
    />
  )
}

/** Colour and sign of an outcome; none is the accent. */
const tones = {
  done: { color: 'green', icon: <Check size={16} aria-hidden /> },
  note: { color: 'gray' },
  failed: { color: 'red', icon: <TriangleAlert size={16} aria-hidden /> },
}

const show = (toast: NotificationData) => {
  notifications.hide(toast.id ?? '')
  notifications.show({ withBorder: true, closeButtonProps: { 'aria-label': 'Close' }, ...toast })
}

const WithAction = ({ message, action, act }: { message: string; action: string; act(): void }) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <Text size="sm" className="toast-text">
      {message}
    </Text>
    <Button size="compact-sm" variant="default" flex="none" onClick={act}>
      {action}
    </Button>
  </Group>
)

/** Shows an outcome for a moment, longer with an Undo, and as long as it is hovered or focused. */
export const showOutcome = (message: string, options: ToastOptions): void => {
  const { undo, action = 'Undo', id = newId(), tone = 'done', closed } = options
  const act = () => {
    notifications.hide(id)
    undo?.()
  }
  const shown: NotificationData = {
    ...tones[tone],
    id,
    role: 'status',
    autoClose: undo ? undoTimeMs : 4000,
    message: undo ? <WithAction message={message} action={action} act={act} /> : message,
    onClose: () => closed?.(),
  }
  show({
    ...shown,
    // The library pauses on hover; this does the same on focus.
    onFocus: () => void notifications.update({ ...shown, autoClose: false }),
    onBlur: () => void notifications.update(shown),
  })
}

const RefusedList = ({ entries, follow }: Refusals) => {
  const item = ({ name, path, reason }: Refusals['entries'][number]) => (
    <li key={path}>
      <a href={path} onClick={follow}>
        {name}
      </a>
      : {reason}
    </li>
  )
  return (
    <ul className="bullets toast-refused">
      {entries.slice(0, mostNamed).map(item)}
      {entries.length > mostNamed && (
        <details>
          <summary>and {entries.length - mostNamed} more</summary>
          {entries.slice(mostNamed).map(item)}
        </details>
      )}
    </ul>
  )
}

/** Shows a failure until it is closed. */
const showFailure = (toast: NotificationData) =>
  show({ ...tones.failed, className: 'toast-failed', role: 'alert', autoClose: false, ...toast })

export const showRefused = (refusals: Refusals): void =>
  showFailure({ id: 'refused', title: refusals.title, message: <RefusedList {...refusals} /> })

const offline = 'offline'

export const showError = ({ code, message, requestId }: ApiError, title: string | undefined): void =>
  showFailure({
    id: code === offline ? offline : newId(),
    title,
    message: (
      <>
        <Text size="sm">{message}</Text>
        {requestId && !message.includes(requestId) && (
          <Text size="xs" c="dimmed" ff="monospace">
            Reference {requestId}
          </Text>
        )}
      </>
    ),
  })

/** Takes the place of what failed without a connection, and says what that was. */
export const showConnected = (title: string | undefined): void =>
  show({
    ...{ ...tones.note, id: offline, role: 'status', autoClose: undoTimeMs },
    message: `Connected again. What failed can be repeated now${title === undefined ? '.' : `: “${title}”.`}`,
  })
