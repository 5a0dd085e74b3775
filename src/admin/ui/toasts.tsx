import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ApiError } from '../api/api-error.ts'
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

/** Stack of toasts. Hovering one keeps all of them open. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} pauseResetOnHover="all" zIndex={400} />

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
    <Text size="sm">{message}</Text>
    <Button size="compact-sm" variant="default" flex="none" onClick={act}>
      {action}
    </Button>
  </Group>
)

/** Shows an outcome for a moment, longer with an Undo, and as long as it is hovered or focused. */
export const showOutcome = (message: string, options: ToastOptions): void => {
  const { undo, action = 'Undo', id = crypto.randomUUID(), tone = 'done', closed } = options
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
    <ul className="toast-refused">
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
    id: code === offline ? offline : crypto.randomUUID(),
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

/** Takes the place of what failed without a connection. */
export const showConnected = (): void =>
  showOutcome('Connected again. What failed can be repeated now.', { id: offline })
