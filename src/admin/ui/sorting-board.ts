import type { KeyboardEvent, PointerEvent } from 'react'

type Id = string | number
type StartEvent = PointerEvent | KeyboardEvent
export type Listeners = Record<string, (event: StartEvent) => void>

/** Registry that connects the handles of a list with the lazily loaded sorting layer. */
export interface SortingBoard {
  handles: Map<Id, HTMLElement>
  listeners: Map<Id, Listeners>
  /** A handle was pressed. Kept until the layer has loaded. */
  press(id: Id, event: StartEvent): void
  /** The handle was released or lost the focus. */
  release(): void
  /** Replays the press of a handle that came before the layer was loaded. */
  replay(id: Id): void
}

const names = { pointerdown: 'onPointerDown', keydown: 'onKeyDown' } as Record<string, string>

export const createSortingBoard = (): SortingBoard => {
  const handles = new Map<Id, HTMLElement>()
  const listeners = new Map<Id, Listeners>()
  let pending: { id: Id; event: StartEvent } | undefined
  const send = (id: Id, event: StartEvent) => listeners.get(id)?.[names[event.type] ?? '']?.(event)
  return {
    handles,
    listeners,
    press: (id, event) => {
      if (listeners.has(id)) {
        send(id, event)
        return
      }
      // Arrows move what is taken: before that they mean nothing, and must not replace the key that takes it.
      if ('key' in event && event.key.startsWith('Arrow')) return
      pending = { id, event }
      if (event.type === 'keydown') return
      const forget = () => {
        pending = undefined
      }
      for (const end of ['pointerup', 'pointercancel']) addEventListener(end, forget, { once: true })
    },
    release: () => {
      pending = undefined
    },
    replay: (id) => {
      if (pending?.id !== id) return
      const { event } = pending
      pending = undefined
      send(id, event)
    },
  }
}
