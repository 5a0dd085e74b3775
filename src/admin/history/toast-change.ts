import { toast, toastError } from '../ui/toast/toast.ts'
import { changes } from './changes-api.ts'

export const undoChange = async (id: number): Promise<void> => {
  try {
    const change = await changes.undo(id)
    toast('Undone', { action: 'Redo', undo: () => redo(change.id), id: 'undo' })
  } catch (error) {
    toastError(error, 'Not undone')
  }
}

const redo = async (id: number) => {
  try {
    const change = await changes.undo(id)
    toast('Redone', { undo: () => undoChange(change.id), id: 'undo' })
  } catch (error) {
    toastError(error, 'Not redone')
  }
}

/** Shows a toast with Undo for the last change. Call it right after the write. */
export const toastChange = async (message: string, of: { collection: string; entry?: string }): Promise<void> => {
  const last = await changes.list({ ...of, limit: 1 }).catch(() => undefined)
  const change = last?.changes[0]
  toast(message, { undo: change && (() => undoChange(change.id)), id: 'change' })
}

interface ToastedChange {
  done: string
  failed?: string
  of: { collection: string; entry?: string }
  /** Reloads what the change may have touched. */
  forget(): Promise<unknown>
}

/** Makes a change and shows its outcome, with Undo. Returns false when it failed. */
export const changeWithToast = async (
  act: () => Promise<unknown>,
  { done, failed = 'The action failed', of, forget }: ToastedChange,
): Promise<boolean> => {
  const made = await act().then(
    () => true,
    (error: unknown) => {
      toastError(error, failed)
      return false
    },
  )
  if (made) void toastChange(done, of)
  await forget()
  return made
}
