import { useNavigate } from 'react-router'
import { redoLast, undoLast } from '../../history/undo.ts'
import { palette } from '../open-palette.ts'
import { openShortcuts } from '../open-shortcuts.ts'
import { listKeys } from './list-keys.ts'
import { screenKeys } from './screen-keys.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** Shortcuts that work on every screen. */
export const useFrameShortcuts = (): void => {
  const navigate = useNavigate()
  useShortcuts('everywhere', {
    palette: palette.toggle,
    undo: () => void undoLast(),
    redo: () => void redoLast(),
    help: openShortcuts,
  })
  useShortcuts('lists', listKeys)
  useShortcuts('screens', Object.fromEntries(Object.keys(screenKeys).map((path) => [path, () => void navigate(path)])))
}
