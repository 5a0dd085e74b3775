import { useHotkeys } from '@mantine/hooks'
import { redoLast, undoLast } from '../history/undo.ts'

/** Ctrl/Cmd+Z outside fields undoes the last act of this window, with Shift it redoes it. Fields have their own undo. */
export const useUndoKey = (): void => {
  useHotkeys([
    ['mod+Z', undoLast],
    ['mod+shift+Z', redoLast],
  ])
}
