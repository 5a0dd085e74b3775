import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type ReactNode, useState } from 'react'

interface Props {
  count: number
  /** What the item at this place is called when it is moved. */
  nameOf(at: number): string
  move(from: number, to: number): void
  /** Whether the item at this place stays where it is. */
  fixed?(at: number): boolean
  children(at: number): ReactNode
}

const Row = ({ id, name, fixed, children }: { id: number; name: string; fixed: boolean; children: ReactNode }) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: fixed,
  })
  return (
    <li
      ref={setNodeRef}
      className="sortable-row"
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="sortable-handle"
        {...attributes}
        {...listeners}
        disabled={fixed}
        aria-label={fixed ? `${name} stays here` : `Move ${name}`}
      >
        <GripVertical size={16} aria-hidden />
      </button>
      {children}
    </li>
  )
}

/** The items have no names of their own; these follow them while they move, so that the focus does too. */
const matching = (known: readonly number[], count: number): readonly number[] => {
  if (known.length >= count) return known.slice(0, count)
  const highest = Math.max(0, ...known)
  return [...known, ...Array.from({ length: count - known.length }, (_, at) => highest + at + 1)]
}

/** A list that is reordered by dragging the handle, or by Space, arrows and Space on it; each step is announced. */
export const Sortable = ({ count, nameOf, move, fixed = () => false, children }: Props) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const [known, setKnown] = useState<readonly number[]>([])
  const ids = matching(known, count)
  const indexOf = (id: UniqueIdentifier) => ids.indexOf(Number(id))
  const place = (id: UniqueIdentifier) => `place ${indexOf(id) + 1} of ${count}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOf(indexOf(active.id))} taken, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(indexOf(active.id))} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${nameOf(indexOf(active.id))} put down, ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${nameOf(indexOf(active.id))} is back where it was.`,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Press Space to take it, the arrow keys to move it, Space to put it down, Escape to leave it where it was.',
        },
      }}
      onDragEnd={({ active, over }) => {
        if (!over || over.id === active.id || fixed(indexOf(over.id))) return
        const [from, to] = [indexOf(active.id), indexOf(over.id)]
        setKnown(arrayMove([...ids], from, to))
        move(from, to)
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ol className="sortable">
          {ids.map((id, at) => (
            <Row key={id} id={id} name={nameOf(at)} fixed={fixed(at)}>
              {children(at)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}
