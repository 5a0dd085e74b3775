import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useFrameShortcuts } from './keys/use-frame-shortcuts.ts'
import { shortcutsList } from './open-shortcuts.ts'
import { Palette } from './palette/palette.tsx'

const Shortcuts = lazy(() => import('./shortcuts.tsx'))

/** Command palette (Ctrl/Cmd+K) and list of shortcuts (`?`), whose code is loaded on first use. */
export const Commands = () => {
  const [loaded, setLoaded] = useState(false)
  const listed = useSyncExternalStore(shortcutsList.subscribe, shortcutsList.opened)
  useFrameShortcuts()
  useEffect(() => {
    if (listed) setLoaded(true)
  }, [listed])
  return (
    <>
      <Palette />
      <Suspense>{loaded && <Shortcuts opened={listed} close={shortcutsList.close} />}</Suspense>
    </>
  )
}
