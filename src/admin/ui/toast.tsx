import { atom } from 'nanostores'
import { useSyncExternalStore } from 'react'
import { activity } from '../api/activity.ts'
import { asApiError, queryClient } from '../api/client.ts'
import type { Refusals, ToastOptions } from './toasts.tsx'

const load = () => import('./toasts.tsx')
type Library = Awaited<ReturnType<typeof load>>

const library = atom<Library | undefined>(undefined)
let waiting: ((library: Library) => void)[] = []

const loaded = async () => {
  try {
    library.set(await load())
  } catch {
    // Without a connection: what waits is shown when it is back, or with the next toast.
    addEventListener('online', loaded, { once: true })
    return
  }
  const all = waiting
  waiting = []
  for (const act of all) act(library.get() as Library)
}

/** The library that shows toasts, loaded with the first one. */
const toastLibrary = {
  get: library.get,
  subscribe: library.listen,
  /** Calls `act` with the library, at once when it is there. Calls keep their order. */
  use: (act: (library: Library) => void): void => {
    const ready = library.get()
    if (ready) {
      act(ready)
      return
    }
    waiting.push(act)
    void loaded()
  },
  /** Does nothing before the first toast. */
  useIfLoaded: (act: (library: Library) => void): void => {
    if (library.get() || waiting.length > 0) toastLibrary.use(act)
  },
}

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
export const toastJoined = <T,>({ kind, item, message, undo, id = 'change' }: Joined<T>): void => {
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
    toastLibrary.use(({ showConnected }) => showConnected(consequence))
  })
}

/** Shows what an act left as it is, each with its reason and a link, until the user closes it. */
export const toastRefused = (refusals: Refusals): void => toastLibrary.use(({ showRefused }) => showRefused(refusals))

/** Toasts, from the first one on. */
export const ToastRegion = () => {
  const library = useSyncExternalStore(toastLibrary.subscribe, toastLibrary.get)
  return library ? <library.Toasts /> : null
}

/** Runs an action, shows its outcome as a toast and invalidates the query that it may have changed. */
export const runWithToast = async (
  act: () => Promise<unknown>,
  { done, failed, changes }: { done: string; failed?: string; changes: string },
): Promise<void> => {
  try {
    await act()
    toast(done)
  } catch (error) {
    toastError(error, failed)
  } finally {
    await queryClient.invalidateQueries({ queryKey: [changes] })
  }
}
