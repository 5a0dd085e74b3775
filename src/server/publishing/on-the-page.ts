import { setTimeout as wait } from 'node:timers/promises'
import type { Publisher } from './publisher.ts'

/** Milliseconds that a write waits for its page at most; a slower one goes live after the answer. */
const timeoutMs = 500

/** Resolves when what was written is on the page, or cannot be just now. */
export const onThePage = (publisher: Publisher) => async (): Promise<void> => {
  const stop = new AbortController()
  await Promise.race([publisher.idle(), wait(timeoutMs, undefined, { signal: stop.signal }).catch(() => {})])
  stop.abort()
}
