/** Each tab has its own, and keeps it when it is loaded again. */
const key = 'vitrine.acts'
const mostActs = 100

interface Acts {
  /** Ids of changes, newest last. */
  done: number[]
  /** Changes that undid others. Undoing one of them is the redo. */
  undone: number[]
}

const ids = (value: unknown): number[] => (Array.isArray(value) ? value.filter(Number.isSafeInteger) : [])

const read = (): Acts => {
  try {
    const { done, undone } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Acts>
    return { done: ids(done), undone: ids(undone) }
  } catch {
    return { done: [], undone: [] }
  }
}

let lastWrite: number | undefined

const change = (next: (acts: Acts) => Acts): void => {
  const { done, undone } = next(read())
  try {
    sessionStorage.setItem(key, JSON.stringify({ done: done.slice(-mostActs), undone: undone.slice(-mostActs) }))
  } catch {
    // Storage may be full or refused; then there is nothing to undo by key.
  }
}

const without = (list: readonly number[], id: number) => list.filter((other) => other !== id)

/** Changes that this window made, for its own undo and redo. */
export const acts = {
  /** Called after each write, with the change that it made, if any. */
  note: (id: number | undefined): void => {
    lastWrite = id
    if (id !== undefined) change(({ done }) => ({ done: [...done, id], undone: [] }))
  },
  /** Change of the last write; undefined when that changed nothing. */
  ofLastWrite: (): number | undefined => lastWrite,
  lastDone: (): number | undefined => read().done.at(-1),
  lastUndone: (): number | undefined => read().undone.at(-1),
  undone: (id: number, by: number): void =>
    change(({ done, undone }) => ({ done: without(done, id), undone: [...undone, by] })),
  redone: (id: number, by: number): void =>
    change(({ done, undone }) => ({ done: [...done, by], undone: without(undone, id) })),
  /** Forgets a change that can no longer be undone. */
  forget: (id: number): void =>
    change(({ done, undone }) => ({ done: without(done, id), undone: without(undone, id) })),
}
