import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { asApiError } from '../../api/api-error.ts'
import { ToastBody } from './toast-body.tsx'

const undoTimeMs = 10_000

interface ToastOptions {
  undo?: (() => unknown) | undefined
  action?: string
  /** Replaces a toast with the same id. */
  id?: string
}

/** Shows a message with an optional Undo. Stays longer while hovered or focused. */
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
    // The library pauses on hover; this does the same on focus.
    onFocus: () => void notifications.update({ ...shown, autoClose: false }),
    onBlur: () => void notifications.update(shown),
  })
}

/** Shows an error and its consequence until the user closes it. */
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
