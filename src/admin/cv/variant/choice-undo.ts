import { useRef } from 'react'
import { sameValue } from '../../../model/same-value.ts'
import type { Form } from '../../form/form.tsx'
import { useShortcuts } from '../../ui/keys.ts'

interface Step {
  name: string
  before: unknown
  after: unknown
  isTyping: boolean
}

const most = 100

/** Changes choices of entries, with undo and redo until the form is left. */
export const useChoiceUndo = (form: Form) => {
  const done = useRef<Step[]>([])
  const undone = useRef<Step[]>([])
  const present = (name: string) => form.saver.state().values[name]

  /** False where there is nothing of this form, so that the key undoes the window's last act. */
  const step = (from: Step[], to: Step[], take: (step: Step) => { now: unknown; next: unknown }): boolean => {
    const last = from.pop()
    if (!last) return false
    const { now, next } = take(last)
    // Changed by other means since, such as by discarding all.
    if (!sameValue(present(last.name), now)) {
      from.length = 0
      return false
    }
    to.push(last)
    form.edit(last.name, next)
    return true
  }
  useShortcuts('choices', {
    undo: () => step(done.current, undone.current, ({ before, after }) => ({ now: after, next: before })),
    redo: () => step(undone.current, done.current, ({ before, after }) => ({ now: before, next: after })),
  })

  return (name: string, after: unknown, isTyping = false): void => {
    const before = present(name)
    const last = done.current.at(-1)
    const step = { name, before, after, isTyping }
    // Typing in one list of entries is one step.
    if (isTyping && last?.isTyping && last.name === name && sameValue(last.after, before))
      done.current = [...done.current.slice(0, -1), { ...step, before: last.before }]
    else done.current = [...done.current, step].slice(-most)
    undone.current = []
    form.edit(name, after)
  }
}
