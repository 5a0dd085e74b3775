import { useHotkeys } from '@mantine/hooks'
import { useAccount } from '../accounts/sign-in/auth-context.ts'
import { changes } from '../history/changes-api.ts'
import { undoChange } from '../history/toast-change.ts'
import { toast, toastError } from '../ui/toast/toast.ts'

/** Undoes the user's last change with Ctrl/Cmd+Z outside fields. Fields have their own undo. */
export const useUndoKey = (): void => {
  const { id } = useAccount()
  const undoLast = async () => {
    try {
      const { changes: newest } = await changes.list({ limit: 100 })
      // Undoing an undo is a redo, so the change it had undone counts again.
      const undone = new Set<number>()
      for (const change of newest) if (change.undoes !== null && !undone.has(change.id)) undone.add(change.undoes)
      const last = newest.find((change) => change.by === id && change.undoes === null && !undone.has(change.id))
      if (last) await undoChange(last.id)
      else toast('Nothing to undo.')
    } catch (error) {
      toastError(error, 'Not undone')
    }
  }
  useHotkeys([['mod+Z', undoLast]])
}
