import { type ComponentType, type ReactNode, useId, useMemo, useState } from 'react'
import { createSortingBoard, type SortingBoard } from './sorting-board.ts'
import type { SortingLayerProps } from './sorting-layer.tsx'

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
