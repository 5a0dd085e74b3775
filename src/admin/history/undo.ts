import { acts } from '../api/acts.ts'
import { asApiError } from '../api/api-error.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { changes } from './changes-api.ts'

const triesAgain = new Set(['offline', 'unavailable', 'internal', 'too-many'])

/** Reports a refused undo, and forgets the change when another try would be refused as well. */
const refused = (id: number, error: unknown, consequence: string) => {
  if (!triesAgain.has(asApiError(error).code)) acts.forget(id)
  toastError(error, consequence)
}

/** Undoes changes, newest first, and offers to redo them. */
export const undoChanges = async (ids: readonly number[]): Promise<void> => {
  const undone: number[] = []
  for (const id of ids) {
    try {
      const { id: by } = await changes.undo(id)
      acts.undone(id, by)
      undone.unshift(by)
    } catch (error) {
      return refused(id, error, 'Not undone')
    }
  }
  toast('Undone', { action: 'Redo', undo: () => redoChanges(undone), id: 'undo' })
}

const redoChanges = async (ids: readonly number[]): Promise<void> => {
  const redone: number[] = []
  for (const id of ids) {
    try {
      const { id: by } = await changes.undo(id)
      acts.redone(id, by)
      redone.unshift(by)
    } catch (error) {
      return refused(id, error, 'Not redone')
    }
  }
  toast('Redone', { undo: () => undoChanges(redone), id: 'undo' })
}

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
    return last === undefined ? toast('Nothing to undo in this window.', { id: 'undo' }) : undoChanges([last])
  })

/** Redoes what was undone last in this window, unless something was done since. */
export const redoLast = (): Promise<void> =>
  inTurn(() => {
    const last = acts.lastUndone()
    return last === undefined ? toast('Nothing to redo in this window.', { id: 'undo' }) : redoChanges([last])
  })
