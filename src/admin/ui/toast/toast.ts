import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { asApiError } from '../../api/api-error.ts'
import { ToastBody } from './toast-body.tsx'

/** In ms: how long a toast with something to take back stands. */
const undoTimeMs = 10_000

interface ToastOptions {
  /** Takes it back; offered while the toast stands, which is longer while it is hovered or focused. */
  undo?: (() => unknown) | undefined
  /** What taking back is called here. */
  action?: string
  /** A toast of the same id is replaced. */
  id?: string
}

/** Says that something was done, and offers to take it back. */
export const toast = (
  message: string,
  { undo, action = 'Undo', id = crypto.randomUUID() }: ToastOptions = {},
): void => {
  const hide = () => notifications.hide(id)
  const autoClose = undo ? undoTimeMs : 4000
  const shown = {
    id,
    role: 'status',
    withBorder: true,
    autoClose,
    message: undo ? createElement(ToastBody, { message, action, act: undo, hide }) : message,
    closeButtonProps: { 'aria-label': 'Close' },
  }
  hide()
  notifications.show({
    ...shown,
    // Hovering is the library's; who comes by keyboard gets as much time.
    onFocus: () => void notifications.update({ ...shown, autoClose: false }),
    onBlur: () => void notifications.update(shown),
  })
}

/** Says what went wrong and what became of it; stays until it is closed. */
export const toastError = (error: unknown, consequence?: string): void => {
  const { message, requestId } = asApiError(error)
  const reference = requestId && !message.includes(requestId) ? requestId : undefined
  notifications.show({
    title: consequence,
    message: createElement(ToastBody, { message, reference }),
    color: 'red',
    autoClose: false,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
