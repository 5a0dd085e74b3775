import { toast, toastError } from '../ui/toast/toast.ts'
import { changes } from './changes-api.ts'

/** Undoes a change and offers Redo. */
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
