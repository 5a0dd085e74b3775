import { useCallback } from 'react'
import { Dots } from '../dots.tsx'
import type { Sorting } from './use-sorting.tsx'

interface Props {
  sorting: Sorting
  id: string | number
  name: string
  fixed?: boolean
}

export const SortingHandle = ({ sorting: { board, load, instructions }, id, name, fixed = false }: Props) => {
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
      className="sortable-handle"
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
