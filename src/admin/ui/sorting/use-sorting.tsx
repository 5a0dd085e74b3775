import { type ComponentType, type ReactNode, useId, useMemo, useState } from 'react'
import { createSortingBoard, type SortingBoard } from './sorting-board.ts'
import type { SortingLayerProps } from './sorting-layer.tsx'

/** What a handle needs to take its row. */
export interface Sorting {
  board: SortingBoard
  /** Fetches what moves rows; at the first touch, since it is heavy and most visits sort nothing. */
  load(): void
  /** The id of the text that says how a handle is used. */
  instructions: string
}

/** Sorting for one list: for its handles, and what to draw beside the list. */
export const useSorting = (layer: SortingLayerProps): { sorting: Sorting; layerElement: ReactNode } => {
  const instructions = useId()
  const [board] = useState(createSortingBoard)
  const [Layer, setLayer] = useState<ComponentType<SortingLayerProps & { board: SortingBoard }>>()
  const sorting = useMemo(() => {
    // Out of reach: the next touch asks again.
    const ignore = () => undefined
    const load = () => {
      import('./sorting-layer.tsx').then((module) => setLayer(() => module.SortingLayer), ignore)
    }
    return { board, load, instructions }
  }, [board, instructions])
  const layerElement = (
    <>
      <span id={instructions} hidden>
        Press Space to take it, the arrow keys to move it, Space to put it down, Escape to leave it where it was.
      </span>
      {Layer && <Layer {...layer} board={board} />}
    </>
  )
  return { sorting, layerElement }
}
