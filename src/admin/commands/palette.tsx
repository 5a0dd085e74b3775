import { Kbd } from '@mantine/core'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { openShortcuts, palette, screenKeys, shortcutsList, useShortcuts } from '../ui/keys.ts'
import { toastError } from '../ui/toast.tsx'
import { redoLast, undoLast } from '../ui/undo.ts'
import { lateDialog, useLoaded } from '../ui/use-loaded.ts'

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

const within = (root: Element | Document | null | undefined, mark: string) =>
  root?.querySelector<HTMLElement>(`[data-list-${mark}]`) ?? undefined

const currentItem = () => document.activeElement?.closest('[data-list-item]')

const click = (element: HTMLElement | undefined): boolean => {
  element?.click()
  return element !== undefined
}

const step = (by: 1 | -1): boolean => {
  const items = [...document.querySelectorAll('#main [data-list-item]')]
  const current = currentItem()
  const item = current ? items[items.indexOf(current) + by] : items[by === 1 ? 0 : items.length - 1]
  const target = within(item, 'focus')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return items.length > 0
}

/**
 * Keys of every list: its rows are marked `data-list-item`, and in them what is focused, opened and selected
 * (`data-list-focus`, `-open`, `-select`); next to them what creates another (`data-list-create`).
 */
const listKeys = {
  next: (): boolean => step(1),
  previous: (): boolean => step(-1),
  select: (): boolean => click(within(currentItem(), 'select')),
  open: (): boolean => click(within(currentItem(), 'open')),
  create: (): boolean =>
    click(within(currentItem()?.closest('section'), 'create') ?? within(document.getElementById('main'), 'create')),
}

/** Shortcuts that work on every screen. */
const useFrameShortcuts = (): void => {
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

const Shortcuts = lateDialog(() => import('./shortcuts.tsx'))

/** Command palette (Ctrl/Cmd+K) and list of shortcuts (`?`), whose code is loaded on first use. */
export const Commands = () => {
  const listed = useSyncExternalStore(shortcutsList.subscribe, shortcutsList.opened)
  useFrameShortcuts()
  return (
    <>
      <Palette />
      <Shortcuts opened={listed} close={shortcutsList.close} />
    </>
  )
}
