import { useMemo, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Selects or deselects a row; with `range`, all rows from the last one to it. */
  toggle(id: string, range: boolean): void
  choose(ids: readonly string[]): void
  none(): void
}

/** Selected rows of a list. Rows that left the list do not count. */
export const useSelection = (list: readonly string[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const ids = useMemo(() => {
    const present = new Set(list)
    return new Set([...chosen].filter((id) => present.has(id)))
  }, [list, chosen])
  return {
    ids,
    toggle: (id, range) => {
      const next = new Set(ids)
      const on = !ids.has(id)
      const [from, to] = [list.indexOf(last ?? ''), list.indexOf(id)]
      const touched = range && from >= 0 ? list.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      for (const one of touched) on ? next.add(one) : next.delete(one)
      setChosen(next)
      setLast(id)
    },
    choose: (all) => setChosen(new Set(all)),
    none: () => setChosen(new Set()),
  }
}
