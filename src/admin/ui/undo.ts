import { useInfiniteQuery } from '@tanstack/react-query'
import { acts } from '../api/acts.ts'
import { asApiError, call, forgetAll, paged, type QueryTo } from '../api/client.ts'
import { hideToast, toast, toastError, toastJoined } from './toast.tsx'

export type ChangeQuery = QueryTo<'GET /api/changes'>

/** Makes the inverse change and invalidates all cached data. */
const undoChange = async (id: number) => {
  const change = await call('POST /api/changes/:id/undo', { id: String(id) })
  // Not awaited: the next key press may want to redo it.
  void forgetAll()
  return change
}

export const useChanges = (query: ChangeQuery = {}) =>
  useInfiniteQuery({
    queryKey: ['changes', query],
    queryFn: ({ pageParam, signal }) => call('GET /api/changes', { query: { ...query, cursor: pageParam }, signal }),
    ...paged,
  })

const triesAgain = new Set(['offline', 'unavailable', 'internal', 'too-many'])

/** Takes back changes, newest first: undoes them, or what has undone them. Offers the opposite. */
const takeBack = async (ids: readonly number[], word: 'Undone' | 'Redone'): Promise<void> => {
  const isUndo = word === 'Undone'
  const made: number[] = []
  for (const id of ids) {
    try {
      const { id: by } = await undoChange(id)
      acts[isUndo ? 'undone' : 'redone'](id, by)
      made.unshift(by)
    } catch (error) {
      // Another try would be refused as well.
      if (!triesAgain.has(asApiError(error).code)) acts.forget(id)
      return toastError(
        error,
        made.length > 0 ? `${word} ${made.length} of ${ids.length}` : `Not ${word.toLowerCase()}`,
      )
    }
  }
  const undo = () => takeBack(made, isUndo ? 'Redone' : 'Undone')
  toast(word, { action: isUndo ? 'Redo' : 'Undo', undo, id: 'undo' })
}

/** Undoes changes, newest first, and offers to redo them. */
export const undoChanges = (ids: readonly number[]): Promise<void> => takeBack(ids, 'Undone')

let running: Promise<void> = Promise.resolve()

/** One after the other, so that a key pressed twice undoes two acts. */
const inTurn = (act: () => Promise<void> | void): Promise<void> => {
  running = running.then(act)
  return running
}

/** Undoes the last act of this window. */
export const undoLast = (): Promise<void> =>
  inTurn(() => {
    const last = acts.lastDone()
    if (last === undefined) return toast('Nothing to undo in this window.', { id: 'undo', tone: 'note' })
    // Its Undo may be of the change that is undone here.
    hideToast('change')
    return undoChanges([last])
  })

/** Redoes what was undone last in this window, unless something was done since. */
export const redoLast = (): Promise<void> =>
  inTurn(() => {
    const last = acts.lastUndone()
    return last === undefined
      ? toast('Nothing to redo in this window.', { id: 'undo', tone: 'note' })
      : takeBack([last], 'Redone')
  })

/** A function of the number of things joins changes that follow each other: one message, and one Undo for all of them. */
type Message = string | ((count: number) => string)

/** Shows a toast with Undo for what the last write of this window changed. Call it right after the write. `action` is the button's label. */
export const toastChange = (message: Message, action = 'Undo', count = 1): void => {
  const change = acts.ofLastWrite()
  if (change !== undefined && typeof message === 'function')
    toastJoined({
      kind: message(1),
      item: { change, count },
      message: (all) => message(all.reduce((sum, one) => sum + one.count, 0)),
      undo: (all) => undoChanges(all.map((one) => one.change)),
    })
  else {
    const undo = change === undefined ? undefined : () => undoChanges([change])
    toast(typeof message === 'string' ? message : message(count), { undo, action, id: 'change' })
  }
}

interface ToastedChange {
  done: Message
  /** Number of things that it changes. */
  count?: number
  failed?: string
  /** Reloads what the change may have touched. */
  forget(): Promise<unknown>
}

/** Makes a change and shows its outcome, with Undo. Returns false when it failed. */
export const changeWithToast = async (
  act: () => Promise<unknown>,
  { done, count, failed = 'The action failed', forget }: ToastedChange,
): Promise<boolean> => {
  const made = await act().then(
    () => true,
    (error: unknown) => {
      toastError(error, failed)
      return false
    },
  )
  if (made) toastChange(done, undefined, count)
  await forget()
  return made
}
