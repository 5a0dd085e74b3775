import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useFrameShortcuts } from './keys/use-frame-shortcuts.ts'
import { palette } from './open-palette.ts'
import { shortcutsList } from './open-shortcuts.ts'

const Palette = lazy(() => import('./palette/palette.tsx'))
const Shortcuts = lazy(() => import('./shortcuts.tsx'))

/** Command palette (Ctrl/Cmd+K) and list of shortcuts (`?`), both loaded on first use. */
export const Commands = () => {
  const [loaded, setLoaded] = useState({ palette: false, shortcuts: false })
  const searched = useSyncExternalStore(palette.subscribe, palette.opened)
  const listed = useSyncExternalStore(shortcutsList.subscribe, shortcutsList.opened)
  useFrameShortcuts()
  useEffect(() => {
    if (searched) setLoaded((before) => ({ ...before, palette: true }))
  }, [searched])
  useEffect(() => {
    if (listed) setLoaded((before) => ({ ...before, shortcuts: true }))
  }, [listed])
  return (
    <Suspense>
      {loaded.palette && <Palette opened={searched} />}
      {loaded.shortcuts && <Shortcuts opened={listed} close={shortcutsList.close} />}
    </Suspense>
  )
}
