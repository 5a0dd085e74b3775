import { forgetMessages, messages } from '../../api/messages.ts'
import { toast, toastError } from '../../ui/toast.ts'

/** In ms: a little longer than the toast that offers to take it back. */
const untilGone = 10_500

const listeners = new Set<() => void>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let hidden: ReadonlySet<string> = new Set()

const put = (next: Iterable<string>) => {
  hidden = new Set(next)
  for (const listener of listeners) listener()
}
const show = (id: string) => put([...hidden].filter((one) => one !== id))

const destroy = async (id: string) => {
  timers.delete(id)
  try {
    await messages.remove(id)
    await forgetMessages()
  } catch (error) {
    toastError(error, 'The message was not deleted')
  }
  show(id)
}

/** Messages have no trash on the server: a deleted one is hidden until its Undo has gone, wherever the person is by then, and then deleted. */
export const deletions = {
  hidden: () => hidden,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  begin: (id: string, name: string): void => {
    put([...hidden, id])
    timers.set(
      id,
      setTimeout(() => void destroy(id), untilGone),
    )
    toast(`Message from ${name} deleted`, {
      undo: () => {
        clearTimeout(timers.get(id))
        timers.delete(id)
        show(id)
      },
    })
  },
}
