import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { PaletteItem } from './palette-item.ts'
import { PaletteOption } from './palette-option.tsx'
import { recents } from './recents.ts'
import { usePaletteItems } from './use-palette-items.ts'

const indexAfter = (key: string, at: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(at + 8, count - 1)
  if (key === 'PageUp') return Math.max(at - 8, 0)
  return undefined
}

interface ResultsProps {
  /** Takes the keys that the field does not use itself. */
  ref: Ref<(event: KeyboardEvent) => void>
  id: string
  query: string
  /** Element that had the focus when the palette opened. */
  opener: Element | null
  /** Told the id of the option that Enter chooses. */
  showActive(optionId: string | undefined): void
  close(left: boolean): void
}

/** Results of the palette, as the list of its field. */
export const Results = ({ ref, id, query, opener, showActive, close }: ResultsProps) => {
  const [active, setActive] = useState<{ query: string; key: string | undefined }>()
  const list = useRef<HTMLDivElement>(null)
  const groups = usePaletteItems(query.trim(), opener)
  const all = groups.flatMap(({ label, found }) => found.map((one) => ({ ...one, key: `${label} ${one.item.id}` })))
  // Results that come later must not move what is chosen; another query starts at the top.
  const at = Math.max(
    0,
    all.findIndex(({ key }) => active?.query === query && key === active.key),
  )
  const optionId = (index: number) => `${id}-${index}`
  const activeId = all.length > 0 ? optionId(at) : undefined
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    recents.note(item.id)
    close(item.leaves)
    void item.run()
  }
  const pick = (index: number) => setActive({ query, key: all[index]?.key })
  useLayoutEffect(() => showActive(activeId), [activeId, showActive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the top, by key the active one is shown.
  useEffect(() => {
    if (at === 0) list.current?.scrollTo({ top: 0 })
    else document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, query])
  useImperativeHandle(ref, () => (event) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(all[at]?.item)
    }
    const next = all.length > 0 ? indexAfter(event.key, at, all.length) : undefined
    if (next === undefined) return
    event.preventDefault()
    pick(next)
  })
  let index = -1
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label="Results" className="palette-list">
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
                <PaletteOption
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
    </>
  )
}
