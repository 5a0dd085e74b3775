import { still } from './motion.ts'
import { whenSeen } from './seen.ts'

const duration = 1000

/** Counts each `[data-counter]` from 0 to its value in one second when it is seen (specification, sections 4 and 9). */
export const runCounters = (): void => {
  whenSeen(document.querySelectorAll('[data-counter]'), (counter) => {
    const value = Number(counter.dataset.counter)
    const final = counter.textContent
    if (still.matches || !value) return
    counter.style.minWidth = `${counter.getBoundingClientRect().width}px`
    let start = 0
    const frame = (now: number) => {
      start ||= now
      const part = (now - start) / duration
      const counting = part < 1 && !still.matches
      counter.textContent = counting ? Math.floor(value * part).toLocaleString(document.documentElement.lang) : final
      if (counting) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}
