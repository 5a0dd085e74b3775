import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { asApiError } from '../api/api-error.ts'
import { ToastBody } from './toast-body.tsx'

/** Says that something was done; `undo` offers to take it back while the toast stands (10 s, longer while it is looked at). */
export const toast = (message: string, options: { undo?: () => unknown; id?: string } = {}): void => {
  const id = options.id ?? crypto.randomUUID()
  const { undo } = options
  const hide = () => notifications.hide(id)
  const body = undo ? createElement(ToastBody, { message, action: 'Undo', act: undo, hide }) : message
  notifications.hide(id)
  notifications.show({ id, message: body, autoClose: undo ? 10_000 : 4000, withBorder: true })
}

/** Says what went wrong and what became of it; stays until it is closed, unless it can be read at a glance. */
export const toastError = (error: unknown, consequence?: string): void => {
  const { message, requestId } = asApiError(error)
  notifications.show({
    title: consequence,
    message: createElement(ToastBody, {
      message,
      reference: message.includes(requestId ?? '\n') ? undefined : requestId,
    }),
    color: 'red',
    autoClose: false,
    withBorder: true,
  })
}
