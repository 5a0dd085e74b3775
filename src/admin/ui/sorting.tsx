import type { Announcements } from '@dnd-kit/core'
import { type ComponentType, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { Dots } from './dots.tsx'
import { createSortingBoard, type SortingBoard } from './sorting-board.ts'
import type { SortingLayerProps } from './sorting-layer.tsx'

export const moved = <T,>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))

export const orderAnnouncements = (
  ids: readonly (string | number)[],
  nameOf: (id: string) => string,
  /** True once the row has left its position. A ref, since it must survive renders. */
  hasMoved: { current: boolean },
): Announcements => {
  const position = (id: string | number) => `place ${ids.indexOf(id) + 1} of ${ids.length}`
  const name = (id: string | number) => nameOf(String(id))
  return {
    onDragStart: ({ active }) => {
      hasMoved.current = false
      return `${name(active.id)} taken, ${position(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      // A row just picked up is over itself; announcing that would interrupt the first announcement.
      if (!over || (over.id === active.id && !hasMoved.current)) return undefined
      hasMoved.current = true
      return `${name(active.id)} is over ${position(over.id)}.`
    },
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} put down, ${position(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${name(active.id)} is back where it was.`,
  }
}

interface SortingHandleProps {
  sorting: Sorting
  id: string | number
  name: string
  fixed?: boolean
}

export const SortingHandle = ({
  sorting: { board, load, instructions },
  id,
  name,
  fixed = false,
}: SortingHandleProps) => {
  const register = useCallback(
    (handle: HTMLElement | null) => {
      if (handle) board.handles.set(id, handle)
      else board.handles.delete(id)
    },
    [board, id],
  )
  return (
    <button
      type="button"
      ref={register}
      className="sortable-handle icon-press"
      disabled={fixed}
      aria-label={fixed ? `${name} stays here` : `Move ${name}`}
      aria-roledescription="sortable"
      aria-describedby={instructions}
      onPointerEnter={load}
      onFocus={load}
      onBlur={board.release}
      onPointerDown={(event) => {
        load()
        board.press(id, event)
      }}
      onKeyDown={(event) => {
        // A shortcut, such as the one that publishes, takes no row up.
        if (event.ctrlKey || event.metaKey) return
        load()
        board.press(id, event)
      }}
    >
      <Dots of="grip" />
    </button>
  )
}

export interface Sorting {
  board: SortingBoard
  /** Loads the sorting layer at the first touch: it is large, and most visits sort nothing. */
  load(): void
  instructions: string
}

/** Sorting of one list: props for its handles, and the layer to render next to the list. */
export const useSorting = (layer: SortingLayerProps): { sorting: Sorting; layerElement: ReactNode } => {
  const instructions = useId()
  const [board] = useState(createSortingBoard)
  const [Layer, setLayer] = useState<ComponentType<SortingLayerProps & { board: SortingBoard }>>()
  const sorting = useMemo(() => {
    // When loading fails, the next touch tries again.
    const ignore = () => undefined
    const load = () => {
      import('./sorting-layer.tsx').then((module) => setLayer(() => module.SortingLayer), ignore)
    }
    return { board, load, instructions }
  }, [board, instructions])
  const layerElement = (
    <>
      <span id={instructions} hidden>
        Press Space to pick up the row, the arrow keys to move it, Space to drop it, Escape to cancel.
      </span>
      {Layer && <Layer {...layer} board={board} />}
    </>
  )
  return { sorting, layerElement }
}

interface Props {
  items: readonly unknown[]
  nameOf(at: number): string
  move(from: number, to: number): void
  fixed?(at: number): boolean
  isGrid?: boolean
  children(at: number): ReactNode
}

interface Known {
  ids: readonly number[]
  items: readonly unknown[]
}

/** Ids for items without their own. They move and go with the items, so that the focus and what is pressed do too. */
export const matchingIds = ({ ids, items }: Known, next: readonly unknown[]): readonly number[] => {
  const more = next.length - ids.length
  const changed = next.findIndex((item, index) => item !== items[index])
  const highest = Math.max(0, ...ids)
  const added = Array.from({ length: Math.max(0, more) }, (_, index) => highest + index + 1)
  return ids.toSpliced(changed < 0 ? next.length : changed, Math.max(0, -more), ...added)
}

export const Sortable = ({ items, nameOf, move, fixed = () => false, isGrid = false, children }: Props) => {
  const known = useRef<Known>({ ids: [], items: [] })
  const ids = useMemo(() => {
    known.current = { ids: matchingIds(known.current, items), items }
    return known.current.ids
  }, [items])
  const indexOf = (id: string | number) => ids.indexOf(Number(id))
  const hasMoved = useRef(false)
  const { sorting, layerElement } = useSorting({
    ids,
    announcements: orderAnnouncements(ids, (id) => nameOf(ids.indexOf(Number(id))), hasMoved),
    fixed: (id) => fixed(indexOf(id)),
    isGrid,
    drop: (active, over) => {
      const [from, to] = [indexOf(active), indexOf(over)]
      if (fixed(to)) return
      known.current = { ids: moved(ids, from, to), items: moved(items, from, to) }
      move(from, to)
    },
  })
  return (
    <>
      <ol className={isGrid ? 'sortable tiles' : 'sortable'}>
        {ids.map((id, at) => (
          <li key={id} className="sortable-row">
            <SortingHandle sorting={sorting} id={id} name={nameOf(at)} fixed={fixed(at)} />
            {children(at)}
          </li>
        ))}
      </ol>
      {layerElement}
    </>
  )
}
