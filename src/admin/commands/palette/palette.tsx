import { Kbd, Modal } from '@mantine/core'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { modKey } from '../mod-key.ts'
import { palette } from '../open-palette.ts'
import type { PaletteItem } from './palette-item.ts'
import { recents } from './recents.ts'
import type { Found } from './search-items.ts'
import { type Group, usePaletteItems } from './use-palette-items.ts'

const keyText = (keys: string) => keys.replace('mod+', `${modKey} `).replace('shift+', 'Shift ')

interface OptionProps {
  id: string
  found: Found
  active: boolean
  choose(): void
  point(): void
}

const Option = ({ id, found: { item, pieces }, active, choose, point }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
  <div
    id={id}
    role="option"
    aria-selected={active}
    className="palette-option"
    data-grave={item.grave}
    onClick={choose}
    onPointerMove={active ? undefined : point}
  >
    <span className="palette-label">
      {/* biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of one label never move. */}
      {pieces.map(({ text, matched }, at) => (matched ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
      {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above. */}
    </span>
    <span className="palette-detail">{item.detail}</span>
    {item.keys && (
      <Kbd size="xs" aria-hidden>
        {keyText(item.keys)}
      </Kbd>
    )}
  </div>
)

const indexAfter = (key: string, at: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(at + 8, count - 1)
  if (key === 'PageUp') return Math.max(at - 8, 0)
  return undefined
}

const Content = ({ close }: { close(left: boolean): void }) => {
  const [query, setQuery] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // At once: what is typed next must not reach a field behind.
  useLayoutEffect(() => field.current?.focus(), [])
  const groups: Group[] = usePaletteItems(query.trim())
  const all = groups.flatMap(({ label, found }) => found.map((one) => ({ ...one, key: `${label} ${one.item.id}` })))
  // Results that come later must not move what is chosen.
  const at = Math.max(
    0,
    all.findIndex(({ key }) => key === activeId),
  )
  const optionId = (index: number) => `${listId}-${index}`
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    recents.note(item.id)
    close(item.leaves)
    void item.run()
  }
  const pick = (index: number) => setActiveId(all[index]?.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the top, by key the active one is shown.
  useEffect(() => {
    if (at === 0) list.current?.scrollTo({ top: 0 })
    else document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, query])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(all[at]?.item)
    }
    const next = all.length > 0 ? indexAfter(event.key, at, all.length) : undefined
    if (next === undefined) return
    event.preventDefault()
    pick(next)
  }
  let index = -1
  return (
    <div className="palette">
      <div className="palette-field">
        <Search size={18} aria-hidden />
        <input
          ref={field}
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={all.length > 0 ? optionId(at) : undefined}
          aria-autocomplete="list"
          aria-label="Search screens, entries and actions"
          placeholder="Entries, fields, settings, screens, actions"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setActiveId(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd size="xs" aria-hidden>
          Esc
        </Kbd>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label="Results" className="palette-list">
        {groups.map(({ label, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div key={label} role="group" aria-label={label}>
            {label !== 'Found' && (
              <div className="palette-group" aria-hidden>
                {label}
              </div>
            )}
            {found.map((one) => {
              index += 1
              const own = index
              return (
                <Option
                  key={one.item.id}
                  id={optionId(own)}
                  found={one}
                  active={own === at}
                  choose={() => choose(one.item)}
                  point={() => pick(own)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p className="palette-foot" role="status">
        {all.length === 0 ? 'Nothing found' : `${all.length === 1 ? 'One result' : `${all.length} results`}`}
      </p>
    </div>
  )
}

/** Search and commands. Its height and place are the same whatever it shows. */
const Palette = ({ opened }: { opened: boolean }) => {
  const before = useRef<Element>(null)
  const left = useRef(false)
  if (opened && !before.current) before.current = document.activeElement
  useEffect(() => {
    if (opened) return
    const last = before.current
    // The chosen item has moved the focus to its screen or field.
    if (!left.current && last instanceof HTMLElement && last.isConnected) last.focus()
    before.current = null
    left.current = false
  }, [opened])
  const close = (leaves: boolean) => {
    left.current = leaves
    palette.close()
  }
  return (
    <Modal
      opened={opened}
      onClose={palette.close}
      withCloseButton={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      yOffset="10dvh"
      size="38rem"
      padding={0}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
    >
      {opened && <Content close={close} />}
    </Modal>
  )
}

export default Palette
