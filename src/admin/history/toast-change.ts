import { acts } from '../api/acts.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { undoChanges } from './undo.ts'

/** Shows a toast with Undo for what the last write of this window changed. Call it right after the write. `action` is the button's label. */
export const toastChange = (message: string, action = 'Undo'): void => {
  const change = acts.ofLastWrite()
  toast(message, { undo: change === undefined ? undefined : () => undoChanges([change]), action, id: 'change' })
}

interface ToastedChange {
  done: string
  failed?: string
  /** Reloads what the change may have touched. */
  forget(): Promise<unknown>
}

/** Makes a change and shows its outcome, with Undo. Returns false when it failed. */
export const changeWithToast = async (
  act: () => Promise<unknown>,
  { done, failed = 'The action failed', forget }: ToastedChange,
): Promise<boolean> => {
  const made = await act().then(
    () => true,
    (error: unknown) => {
      toastError(error, failed)
      return false
    },
  )
  if (made) toastChange(done)
  await forget()
  return made
}
