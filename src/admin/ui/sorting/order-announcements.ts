import type { Announcements } from '@dnd-kit/core'

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
