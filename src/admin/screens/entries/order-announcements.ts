import type { Announcements } from '@dnd-kit/core'

/** What a screen reader says while a row is moved. */
export const orderAnnouncements = (ids: readonly string[], nameOf: (id: string) => string): Announcements => {
  const place = (id: unknown) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const name = (id: unknown) => nameOf(String(id))
  return {
    onDragStart: ({ active }) => `${name(active.id)} taken, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} put down, ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${name(active.id)} is back where it was.`,
  }
}

export const orderInstructions = {
  draggable:
    'Press Space to take it, the arrow keys to move it, Space to put it down, Escape to leave it where it was.',
}
