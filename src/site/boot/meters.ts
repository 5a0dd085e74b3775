import { still } from './motion.ts'
import { whenSeen } from './seen.ts'

/** Fills the bars of `[data-meters]` when they are seen, in browsers that cannot tie an animation to scrolling. */
export const fillMeters = (): void => {
  if (still.matches || CSS.supports('animation-timeline: view()')) return
  const meters = document.querySelectorAll<HTMLElement>('[data-meters]')
  for (const list of meters) list.dataset.armed = ''
  whenSeen(
    meters,
    (list) => {
      list.dataset.seen = ''
    },
    '0px 0px -10%',
  )
}
