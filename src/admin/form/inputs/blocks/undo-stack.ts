import type { Block } from '../../../../model/blocks/kinds.ts'
import { withArrived } from '../../../media/upload-state.ts'
import { mergedBlocks } from '../../autosave/merged-blocks.ts'

type Blocks = readonly Block[]

/** The blocks before and after an act of the owner. */
export interface Act {
  readonly before: Blocks
  readonly after: Blocks
}

/** The blocks without an act, and with all that was typed since. What the act added stays when it was changed since; a file that arrived is no change. */
export const without = ({ before, after }: Act, now: Blocks): Block[] =>
  mergedBlocks(withArrived(after), withArrived(now), withArrived(before)).blocks

const most = 100

/** Acts of an open editor that can be undone and redone: those on whole blocks, since fields undo their own typing. */
export const createUndoStack = () => {
  let done: Act[] = []
  let undone: Act[] = []
  const step = (from: Act[], to: Act[], now: Blocks): Block[] | undefined => {
    const act = from.pop()
    if (!act) return undefined
    const next = without(act, now)
    to.push({ before: now, after: next })
    return next
  }
  return {
    push: (act: Act): void => {
      done = [...done, act].slice(-most)
      undone = []
    },
    /** The blocks without the last act; undefined when there is none. */
    undo: (now: Blocks): Block[] | undefined => step(done, undone, now),
    redo: (now: Blocks): Block[] | undefined => step(undone, done, now),
    /** Forgets an act that was undone by other means. */
    drop: (act: Act): void => {
      done = done.filter((one) => one !== act)
    },
  }
}
