import { AsyncLocalStorage } from 'node:async_hooks'

const calls = new AsyncLocalStorage<{ change?: number }>()

/** Runs a call and resolves to the id of the last change that it made: what a window needs for its undo. */
export const notingChange = async (call: () => Promise<void>): Promise<number | undefined> => {
  const made: { change?: number } = {}
  await calls.run(made, call)
  return made.change
}

export const noteChange = (id: number): void => {
  const made = calls.getStore()
  if (made) made.change = id
}
