import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { createElement } from 'react'
import { activity } from '../../api/activity.ts'
import { asApiError } from '../../api/api-error.ts'
import { ToastBody } from './toast-body.tsx'
import { toastLibrary } from './toast-library.ts'

const undoTimeMs = 10_000

interface ToastOptions {
  undo?: (() => unknown) | undefined
  action?: string
  /** Replaces a toast with the same id. */
  id?: string
}

const closeButtonProps = { 'aria-label': 'Close' }

/** Colour and sign of an outcome; neither is the accent. */
const done = { color: 'green', icon: createElement(Check, { size: 16, 'aria-hidden': true }) }
const failed = { color: 'red', icon: createElement(TriangleAlert, { size: 16, 'aria-hidden': true }) }

export const hideToast = (id: string): void => toastLibrary.useIfLoaded((notifications) => notifications.hide(id))

/** Shows a message with an optional Undo. Stays longer while hovered or focused. */
export const toast = (message: string, { undo, action = 'Undo', id = crypto.randomUUID() }: ToastOptions = {}): void =>
  toastLibrary.use((notifications) => {
    const hide = () => notifications.hide(id)
    const autoClose = undo ? undoTimeMs : 4000
    const shown = {
      ...done,
      id,
      role: 'status',
      withBorder: true,
      autoClose,
      message: undo ? createElement(ToastBody, { message, action, act: undo, hide }) : message,
      closeButtonProps,
    }
    hide()
    notifications.show({
      ...shown,
      // The library pauses on hover; this does the same on focus.
      onFocus: () => void notifications.update({ ...shown, autoClose: false }),
      onBlur: () => void notifications.update(shown),
    })
  })

const offline = 'offline'

/** A failure for want of a connection is no longer true when a call is answered again. */
const replaceWhenBack = () => {
  const stop = activity.onAnswer(() => {
    stop()
    toast('Connected again. What failed can be repeated now.', { id: offline })
  })
}

/** Shows an error and its consequence until the user closes it, or until the connection that was missing is back. */
export const toastError = (error: unknown, consequence?: string): void => {
  const { code, message, requestId } = asApiError(error)
  const reference = requestId && !message.includes(requestId) ? requestId : undefined
  const id = code === 'offline' ? offline : crypto.randomUUID()
  if (id === offline) replaceWhenBack()
  toastLibrary.use((notifications) => {
    notifications.hide(id)
    notifications.show({
      ...failed,
      id,
      title: consequence,
      message: createElement(ToastBody, { message, reference }),
      autoClose: false,
      withBorder: true,
      closeButtonProps,
    })
  })
}
