import { type ComponentType, createElement, useEffect, useState } from 'react'
import { toastError } from './toast.tsx'

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

export const toastUnloaded = (): void =>
  toastError(new Error('This could not be loaded. Check the connection, then try again.'))

/** A dialog that is fetched when it is first opened. Where that fails, it closes with a message, and the next press tries again. */
export const lateDialog = <P extends { close(): void; opened?: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
) => {
  const LateDialog = (props: P) => {
    const module = useLoaded(load, props.opened !== false, () => {
      props.close()
      toastUnloaded()
    })
    return module ? createElement(module.default, props) : null
  }
  return LateDialog
}

/** Calls back when the browser is idle, after `timeout` ms at the latest. Safari has no idle time: at once. */
export const whenIdle = (start: () => void, timeout: number): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(() => start(), { timeout })
  else start()
}

/** Time in which late code is looked for in each frame, in ms; after that a few times a second, to spare a battery. */
const quickMs = 5000
/** Time after which it is given up, in ms: what is named may be nowhere on the screen. */
const longestMs = 300_000

/**
 * Looks until it is found, for five minutes at most: the code may come late on a slow line. A key, a press or a turn of the wheel meanwhile ends it: somebody was
 * quicker. So does leaving the screen, which takes `root` away.
 */
export const untilFound = (root: Element, look: () => boolean): void => {
  const start = performance.now()
  const ended = new AbortController()
  for (const name of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(name, () => ended.abort(), { capture: true, signal: ended.signal })
  const again = () => {
    if (ended.signal.aborted) return
    const waited = performance.now() - start
    if (!root.isConnected || look() || waited > longestMs) ended.abort()
    else if (waited < quickMs) requestAnimationFrame(again)
    else setTimeout(again, 250)
  }
  again()
}
