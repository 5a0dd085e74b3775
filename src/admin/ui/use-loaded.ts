import { useEffect, useState } from 'react'

/**
 * What `load` brings, from when it is first `wanted`; undefined until it is there. When it cannot be fetched, for want of a connection
 * for example, `failed` is called, and the next time tries again. Unlike `React.lazy`, which would take the screen down.
 */
export const useLoaded = <T>(load: () => Promise<T>, wanted: boolean, failed?: () => void): T | undefined => {
  const [loaded, setLoaded] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is the same import each time.
  useEffect(() => {
    if (!wanted || loaded !== undefined) return
    let stopped = false
    load().then(
      (module) => stopped || setLoaded(() => module),
      () => stopped || failed?.(),
    )
    return () => {
      stopped = true
    }
  }, [wanted, loaded])
  return loaded
}

/** Calls back when the browser is idle, after `timeout` ms at the latest. Safari has no idle time: at once. */
export const whenIdle = (start: () => void, timeout: number): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(() => start(), { timeout })
  else start()
}

/** Longest wait for late code on a slow line, in ms. */
const latestMs = 5000

/** Looks in each frame, until it is found. A key or a press meanwhile ends it: somebody was quicker. */
export const untilFound = (look: () => boolean): void => {
  const until = performance.now() + latestMs
  const ended = new AbortController()
  for (const name of ['keydown', 'pointerdown'])
    addEventListener(name, () => ended.abort(), { capture: true, signal: ended.signal })
  const again = () => {
    if (ended.signal.aborted) return
    if (look() || performance.now() > until) ended.abort()
    else requestAnimationFrame(again)
  }
  again()
}
