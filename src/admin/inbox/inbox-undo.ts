import { notifications } from '@mantine/notifications'
import { toast } from '../ui/toast/toast.ts'

let last: (() => unknown) | undefined

/** What was done last in the inbox, and how it is taken back. Messages are no journal rows, so they have an Undo of their own. */
export const inboxUndo = {
  offer: (message: string, undo: () => unknown): void => {
    const once = () => {
      if (last === once) last = undefined
      return undo()
    }
    last = once
    toast(message, { undo: once, id: 'change' })
  },
  /** It was not done after all. */
  withdraw: (): void => {
    last = undefined
    notifications.hide('change')
  },
  /** Takes it back; false when there is nothing. */
  run: (): boolean => {
    const act = last
    void act?.()
    return act !== undefined
  },
}
