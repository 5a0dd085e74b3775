import { type RefObject, useEffect, useMemo, useState } from 'react'

interface Kept {
  id: string
  /** Index in the list as it was shown. */
  at: number
}

/** The list with what has left it, in its former places. */
export const withKept = (ids: readonly string[], kept: readonly Kept[]): readonly string[] => {
  const left = kept.filter(({ id }) => !ids.includes(id))
  if (left.length === 0) return ids
  const shown = [...ids]
  for (const { id, at } of left.toSorted((one, other) => one.at - other.at)) shown.splice(at, 0, id)
  return shown
}

/** In ms: at least so long, so long under a pointer, and without a move of it. */
const [leastMs, mostMs, restMs] = [1500, 3000, 500]

/**
 * Rows that a hand removes keep their places for a moment, and as long as the pointer moves in the list: the next row would slide under
 * it. `ids` are without them.
 */
export const useKeptPlaces = (ids: readonly string[], list: RefObject<HTMLElement | null>) => {
  const [kept, setKept] = useState<readonly Kept[]>([])
  const shown = useMemo(() => withKept(ids, kept), [ids, kept])
  useEffect(() => {
    if (kept.length === 0) return
    const since = performance.now()
    let movedAt = since
    const moved = () => {
      movedAt = performance.now()
    }
    addEventListener('pointermove', moved)
    const timer = setInterval(() => {
      const now = performance.now()
      // After a tap, what was tapped counts as hovered.
      const isOver = matchMedia('(hover: hover)').matches && list.current?.matches(':hover')
      if (now - since > (isOver ? mostMs : leastMs) && (!isOver || now - movedAt > restMs)) setKept([])
    }, 250)
    return () => {
      removeEventListener('pointermove', moved)
      clearInterval(timer)
    }
  }, [kept, list])
  return {
    shown,
    gone: useMemo(
      () => new Set(shown.length === ids.length ? [] : shown.filter((id) => !ids.includes(id))),
      [shown, ids],
    ),
    keep: (id: string): void =>
      setKept((before) => [...before.filter((one) => one.id !== id), { id, at: shown.indexOf(id) }]),
  }
}
