import { toast, toastError } from '../ui/toast/toast.ts'
import { changes } from './changes-api.ts'

/** Takes a change back, and offers to make it again. */
export const undoChange = async (id: number): Promise<void> => {
  try {
    const change = await changes.undo(id)
    toast('Undone', { action: 'Redo', undo: () => redo(change.id), id: 'undo' })
  } catch (error) {
    toastError(error, 'This could not be undone')
  }
}

const redo = async (id: number) => {
  try {
    const change = await changes.undo(id)
    toast('Done again', { undo: () => undoChange(change.id), id: 'undo' })
  } catch (error) {
    toastError(error, 'This could not be done again')
  }
}

/** Says that content was changed, with Undo by the journal. Call it right after the write that it speaks of. */
export const toastChange = async (message: string, of: { collection: string; entry?: string }): Promise<void> => {
  const last = await changes.list({ ...of, limit: 1 }).catch(() => undefined)
  const change = last?.changes[0]
  toast(message, { undo: change && (() => undoChange(change.id)), id: 'change' })
}
