import { activity } from '../api/activity.ts'

/** A second press that comes sooner was meant for what the first one has put away. */
const restMs = 500
/** A hand that rests moves less. */
const nearPx = 4
/** No answer waits longer for a release. */
const longestMs = 1000

export interface Press {
  x: number
  y: number
  /** In ms, on the clock of events. */
  at: number
  /** What was pressed; null for anything but a control. */
  control: unknown
}

/** Tells which presses of a resting pointer were not meant for what now lies under it. */
export const createPressGuard = () => {
  let last: Press | undefined
  const isNear = ({ x, y }: Omit<Press, 'control'>) => last !== undefined && Math.hypot(x - last.x, y - last.y) < nearPx
  return {
    /** True when the press counts. */
    press: (press: Press): boolean => {
      const { at, control } = press
      const slid = last !== undefined && isNear(press) && control !== null && control !== last.control
      if (slid && at - (last?.at ?? 0) < restMs) return false
      last = press
      return true
    },
    /** The pointer is somewhere: it rests no more once it has left. */
    move: (where: Omit<Press, 'control'>): void => {
      if (!isNear(where)) last = undefined
    },
    /** The hand did something else. */
    forget: (): void => {
      last = undefined
    },
    /** Something else lies under the pointer. When the pointer did not move, that has slid there. */
    over: (where: Omit<Press, 'control'>): void => {
      if (last && isNear(where)) last.at = where.at
    },
  }
}

const controls =
  'a[href], button, label, summary, [type=checkbox], [type=radio], [role=option], [role^=menuitem], [role=tab]'
const typed = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable]'

/**
 * Keeps what is pressed where it is until it is let go: a field that is left by a press hears of it at the release, before the click (a
 * checkbox that is rendered again during its click would lose it), and so do answers of the server. A press on a control that has just moved here does nothing.
 */
export const steadyPresses = (): void => {
  if (activity.released) return
  activity.released = Promise.resolve()
  const guard = createPressGuard()
  let [isDown, leavesField, isIgnored] = [false, false, false]
  let held: FocusEvent[] = []
  let answer = () => {}
  const on = <N extends keyof WindowEventMap>(names: readonly N[], listen: (event: WindowEventMap[N]) => unknown) => {
    for (const name of names) addEventListener(name, listen, { capture: true })
  }
  const release = () => {
    isDown = false
    const events = held
    held = []
    for (const { type, target, relatedTarget } of events)
      target?.dispatchEvent(new FocusEvent(type, { bubbles: true, composed: true, relatedTarget }))
    answer()
  }
  const spot = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent) => ({ x, y, at })

  on(['pointerdown'], (event) => {
    if (event.button !== 0) return
    isIgnored = !guard.press({ ...spot(event), control: (event.target as Element).closest(controls) })
    if (event.pointerType === 'touch') return
    isDown = true
    leavesField = document.activeElement?.matches(typed) === true
    activity.released = new Promise((resolve) => {
      answer = resolve
      setTimeout(resolve, longestMs)
    })
  })
  on(['pointerover'], (event) => guard.over(spot(event)))
  on(['input', 'keydown'], guard.forget)
  on(['pointermove'], (event) => {
    guard.move(spot(event))
    if (isDown && event.buttons === 0) release()
  })
  on(['mouseup', 'click', 'pointercancel'], release)
  // Without an event of the mouse.
  on(['pointerup'], () => setTimeout(release))
  on(['blur'], ({ target }) => target === window && release())
  on(['focusin', 'focusout'], (event) => {
    if (!isDown || !leavesField || !event.isTrusted) return
    event.stopImmediatePropagation()
    held.push(event)
  })
  on(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'], (event) => {
    // A click by key has no count.
    if (!isIgnored || (event.type === 'click' && event.detail === 0)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  // A key that is held presses once.
  on(['keydown'], (event) => {
    if (event.repeat && event.key === 'Enter' && (event.target as Element).closest(controls)) event.preventDefault()
  })
}
