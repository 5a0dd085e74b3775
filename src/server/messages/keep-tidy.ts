import type { Log } from '../log.ts'
import { type Clock, systemClock } from '../mail/clock.ts'

const sixHours = 6 * 60 * 60 * 1000

/** Has the inbox tidied now and four times a day; a try that fails is logged, and the next comes all the same. Returns what ends it. */
export const keepTidy = (
  tidy: (now: number) => Promise<number>,
  log: Log,
  clock: Clock = systemClock,
): (() => void) => {
  let callOff = () => {}
  let over = false
  const round = async () => {
    try {
      const deleted = await tidy(clock.now())
      if (deleted > 0) log.info('Messages that were in the trash for thirty days are deleted', { deleted })
    } catch (error) {
      if (!over) log.warn('The inbox could not be tidied', { reason: String(error) })
    }
    if (!over) callOff = clock.after(sixHours, () => void round())
  }
  void round()
  return () => {
    over = true
    callOff()
  }
}
