import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Listeners, SortingBoard } from './sorting-board.ts'

type Id = string | number

export interface SortingLayerProps {
  ids: readonly Id[]
  drawn?: readonly Id[] | undefined
  announcements: Announcements
  fixed?: ((id: Id) => boolean) | undefined
  /** True for tiles next to each other. */
  isGrid?: boolean | undefined
  drop(from: Id, to: Id): void
}

/** The nearest row, by the edges that meet: those of a tall row and a low one have their centres far apart. */
const closestEdge: CollisionDetection = ({ collisionRect: { top, bottom }, droppableRects, droppableContainers }) =>
  droppableContainers
    .flatMap((droppableContainer) => {
      const { id } = droppableContainer
      const rect = droppableRects.get(id)
      if (!rect) return []
      const value = Math.min(Math.abs(rect.top - top), Math.abs(rect.bottom - bottom))
      return [{ id, data: { droppableContainer, value } }]
    })
    .sort((a, b) => a.data.value - b.data.value)

const Sorter = ({ id, fixed, isGrid, board }: { id: Id; fixed: boolean; isGrid: boolean; board: SortingBoard }) => {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: fixed,
  })
  const latest = useRef(listeners)
  useLayoutEffect(() => {
    latest.current = listeners
    const handle = board.handles.get(id) ?? null
    const row = handle?.closest<HTMLElement>('li, tr') ?? null
    setActivatorNodeRef(handle)
    setNodeRef(row)
    if (listeners && board.listeners.has(id)) board.listeners.set(id, listeners as Listeners)
    row?.style.setProperty('transform', transform ? `translate(${isGrid ? transform.x : 0}px, ${transform.y}px)` : null)
    row?.style.setProperty('transition', transition ?? null)
    row?.toggleAttribute('data-dragging', isDragging)
    if (isDragging) handle?.setAttribute('aria-pressed', 'true')
    else handle?.removeAttribute('aria-pressed')
  })
  useEffect(() => {
    // After dnd-kit's own effects, before which it does not know the row and tells screen readers nothing.
    const begin = setTimeout(() => {
      if (latest.current) board.listeners.set(id, latest.current as Listeners)
      board.replay(id)
    })
    return () => {
      clearTimeout(begin)
      board.listeners.delete(id)
    }
  }, [board, id])
  return null
}

/** Moves the rows of a list with dnd-kit. Rendered next to the list instead of around it, so that loading it does not render the list again. */
export const SortingLayer = ({ board, ...props }: SortingLayerProps & { board: SortingBoard }) => {
  const { ids, drawn = ids, announcements, fixed = () => false, isGrid = false, drop } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={isGrid ? closestCenter : closestEdge}
      // The handles have their own instructions, which exist before this layer.
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) drop(active.id, over.id)
      }}
    >
      <SortableContext items={ids as Id[]} strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        {drawn.map((id) => (
          <Sorter key={id} id={id} fixed={fixed(id)} isGrid={isGrid} board={board} />
        ))}
      </SortableContext>
    </DndContext>
  )
}
