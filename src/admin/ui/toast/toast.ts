import { activity } from '../../api/activity.ts'
import { asApiError } from '../../api/api-error.ts'
import { toastLibrary } from './toast-library.ts'
import type { Refusals, ToastOptions } from './toasts.tsx'

export const hideToast = (id: string): void => toastLibrary.useIfLoaded(({ notifications }) => notifications.hide(id))

/** Shows a message with an optional Undo. Stays longer while hovered or focused. */
export const toast = (message: string, options: ToastOptions = {}): void =>
  toastLibrary.use(({ showOutcome }) => showOutcome(message, options))

export interface Joined<T> {
  kind: string
  item: T
  message(all: readonly T[]): string
  undo(all: readonly T[]): unknown
  id?: string
}

let row: { kind: string; items: readonly unknown[] } | undefined

/**
 * Shows one toast for what one hand does in a row: acts of the same kind are joined while their toast is open, and one Undo takes back
 * all of them. Newest first.
 */
export const toastJoined = <T>({ kind, item, message, undo, id = 'change' }: Joined<T>): void => {
  const items = [item, ...(row?.kind === kind ? (row.items as T[]) : [])]
  const now = { kind, items }
  row = now
  const closed = () => {
    if (row === now) row = undefined
  }
  toast(message(items), { undo: () => undo(items), id, closed })
}

/** Shows an error and its consequence until the user closes it, or until the connection that was missing is back. */
export const toastError = (error: unknown, consequence?: string): void => {
  const failure = asApiError(error)
  toastLibrary.use(({ showError }) => showError(failure, consequence))
  if (failure.code !== 'offline') return
  // For want of a connection: no longer true when a call is answered again.
  const stop = activity.onAnswer(() => {
    stop()
    toastLibrary.use(({ showConnected }) => showConnected())
  })
}

/** Shows what an act left as it is, each with its reason and a link, until the user closes it. */
export const toastRefused = (refusals: Refusals): void => toastLibrary.use(({ showRefused }) => showRefused(refusals))
