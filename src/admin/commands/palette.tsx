import { Kbd } from '@mantine/core'
import Search from 'lucide-react/icons/search'
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { toastError } from '../ui/toast/toast.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { palette, shortcutsList, useFrameShortcuts } from './keys.ts'

const loadResults = () => import('./palette-results.tsx')

/** The first frame already has the field, so that nothing typed before the results are loaded is lost. */
const OpenPalette = () => {
  const [query, setQuery] = useState('')
  const [activeOption, setActiveOption] = useState<string>()
  const [opener] = useState(() => document.activeElement)
  const dialog = useRef<HTMLDialogElement>(null)
  const leaves = useRef(false)
  const pressInList = useRef<(event: KeyboardEvent) => void>(null)
  const listId = useId()
  const loaded = useLoaded(loadResults, true, () => {
    palette.close()
    toastError(new Error('Search could not be loaded. Check the connection, then try again.'))
  })
  useLayoutEffect(() => {
    const opened = dialog.current
    if (!opened?.open) opened?.showModal()
    // Closing gives the focus back, unless the chosen item moves it to its screen or field.
    return () => {
      if (!leaves.current) opened?.close()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too.
    <dialog
      ref={dialog}
      className="palette-dialog"
      aria-label="Search and commands"
      // The browser's own closing is told later, and would then close a palette that was opened since.
      onCancel={(event) => {
        event.preventDefault()
        palette.close()
      }}
      onClose={palette.close}
      onClick={(event) => event.target === event.currentTarget && palette.close()}
    >
      <div className="palette">
        <div className="palette-field">
          <Search size={18} aria-hidden />
          <input
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={activeOption}
            aria-autocomplete="list"
            aria-label="Search screens, entries and actions"
            placeholder="Entries, fields, settings, screens, actions"
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => !event.nativeEvent.isComposing && pressInList.current?.(event)}
          />
          <Kbd size="xs" aria-hidden>
            Esc
          </Kbd>
        </div>
        {loaded ? (
          <loaded.Results
            ref={pressInList}
            id={listId}
            query={query}
            opener={opener}
            showActive={setActiveOption}
            close={(left) => {
              leaves.current = left
              palette.close()
            }}
          />
        ) : (
          <>
            <div id={listId} role="listbox" aria-label="Results" aria-busy className="palette-list" />
            <p className="palette-foot" role="status">
              Loading…
            </p>
          </>
        )}
      </div>
    </dialog>
  )
}

/** Search and commands. Its height and place are the same whatever it shows. */
const Palette = () => {
  const opened = useSyncExternalStore(palette.subscribe, palette.opened)
  return opened ? <OpenPalette /> : null
}

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
