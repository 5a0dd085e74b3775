import type { useSortable } from '@dnd-kit/sortable'
import GripVertical from 'lucide-react/icons/grip-vertical'

type Sorting = Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>

/** What a row is taken by: with the pointer, or with Space, arrows and Space. */
export const RowHandle = ({ sorting, name }: { sorting: Sorting; name: string }) => (
  <button
    type="button"
    ref={sorting.setActivatorNodeRef}
    className="sortable-handle"
    {...sorting.attributes}
    {...sorting.listeners}
    aria-label={`Move ${name}`}
  >
    <GripVertical size={16} aria-hidden />
  </button>
)
