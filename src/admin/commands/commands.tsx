import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { palette, paletteStore } from './open-palette.ts'
import { openShortcuts, shortcutsList } from './open-shortcuts.ts'
import { useUndoKey } from './use-undo-key.ts'

const Palette = lazy(() => import('./palette.tsx'))
const Shortcuts = lazy(() => import('./shortcuts.tsx'))

/** Ctrl/Cmd+K and `?`. Neither list is fetched before it is asked for. */
export const Commands = () => {
  const [wanted, setWanted] = useState({ palette: false, shortcuts: false })
  const listed = useSyncExternalStore(shortcutsList.subscribe, shortcutsList.opened)
  useUndoKey()
  useHotkeys([['mod+K', palette.toggle]], [], true)
  useHotkeys([['shift+?', openShortcuts]], ['INPUT', 'TEXTAREA', 'SELECT'])
  useEffect(
    () =>
      paletteStore.subscribe(({ opened }) => {
        if (opened) setWanted((before) => ({ ...before, palette: true }))
      }),
    [],
  )
  useEffect(() => {
    if (listed) setWanted((before) => ({ ...before, shortcuts: true }))
  }, [listed])
  return (
    <Suspense>
      {wanted.palette && <Palette />}
      {wanted.shortcuts && <Shortcuts opened={listed} close={shortcutsList.close} />}
    </Suspense>
  )
}
