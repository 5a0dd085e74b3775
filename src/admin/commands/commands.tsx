import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { palette, paletteStore } from './open-palette.ts'
import { openShortcuts, shortcutsList } from './open-shortcuts.ts'
import { useUndoKey } from './use-undo-key.ts'

const Palette = lazy(() => import('./palette.tsx'))
const Shortcuts = lazy(() => import('./shortcuts.tsx'))

/** Command palette (Ctrl/Cmd+K) and list of shortcuts (`?`), both loaded on first use. */
export const Commands = () => {
  const [loaded, setLoaded] = useState({ palette: false, shortcuts: false })
  const listed = useSyncExternalStore(shortcutsList.subscribe, shortcutsList.opened)
  useUndoKey()
  useHotkeys([['mod+K', palette.toggle]], [], true)
  useHotkeys([['shift+?', openShortcuts]], ['INPUT', 'TEXTAREA', 'SELECT'])
  useEffect(
    () =>
      paletteStore.subscribe(({ opened }) => {
        if (opened) setLoaded((before) => ({ ...before, palette: true }))
      }),
    [],
  )
  useEffect(() => {
    if (listed) setLoaded((before) => ({ ...before, shortcuts: true }))
  }, [listed])
  return (
    <Suspense>
      {loaded.palette && <Palette />}
      {loaded.shortcuts && <Shortcuts opened={listed} close={shortcutsList.close} />}
    </Suspense>
  )
}
