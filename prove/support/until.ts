import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until it is so, at most `patienceMs`; tells how long it took in ms, or undefined when it was not so in time. */
export const until = async (
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number,
): Promise<number | undefined> => {
  const started = performance.now()
  while (performance.now() - started < patienceMs) {
    if (await isSo()) return performance.now() - started
    await sleep(50)
  }
  return undefined
}
