import type { KeyboardEvent, PointerEvent } from 'react'

type Id = string | number
type Taking = PointerEvent | KeyboardEvent
export type Listeners = Record<string, (event: Taking) => void>

/** Where the handles of a list and what moves its rows find each other, whichever comes first. */
export interface SortingBoard {
  handles: Map<Id, HTMLElement>
  listeners: Map<Id, Listeners>
  /** A handle was pressed; kept while there is nothing yet that could take the row. */
  press(id: Id, event: Taking): void
  /** The handle was let go, or left. */
  release(): void
  /** Takes the row whose handle was pressed too early. */
  replay(id: Id): void
}

const names = { pointerdown: 'onPointerDown', keydown: 'onKeyDown' } as Record<string, string>

export const createSortingBoard = (): SortingBoard => {
  const handles = new Map<Id, HTMLElement>()
  const listeners = new Map<Id, Listeners>()
  let early: { id: Id; event: Taking } | undefined
  const send = (id: Id, event: Taking) => listeners.get(id)?.[names[event.type] ?? '']?.(event)
  return {
    handles,
    listeners,
    press: (id, event) => {
      if (listeners.has(id)) {
        send(id, event)
        return
      }
      early = { id, event }
      if (event.type === 'keydown') return
      const forget = () => {
        early = undefined
      }
      for (const end of ['pointerup', 'pointercancel']) addEventListener(end, forget, { once: true })
    },
    release: () => {
      early = undefined
    },
    replay: (id) => {
      if (early?.id !== id) return
      const { event } = early
      early = undefined
      send(id, event)
    },
  }
}
