import { hideToast, toast } from '../ui/toast/toast.ts'

let last: (() => unknown) | undefined

/** Undo of the last action in the inbox. Messages are not journaled, so the journal cannot undo them. */
export const inboxUndo = {
  offer: (message: string, undo: () => unknown): void => {
    const once = () => {
      if (last === once) last = undefined
      return undo()
    }
    last = once
    toast(message, { undo: once, id: 'change' })
  },
  withdraw: (): void => {
    last = undefined
    hideToast('change')
  },
  run: (): boolean => {
    const act = last
    void act?.()
    return act !== undefined
  },
}
