import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/figure.ts'
import { call } from './call.ts'

/** What visitors of a page met with while something was wrong. */
export interface Watch {
  /** The longest time without a page since it was asked last, in ms. */
  longestGap(): number
  /** Ends the visits. */
  stop(): Promise<{ visits: number; p99: number; worst: number; bad: string[]; bodies: Map<string, number> }>
}

/** Visits a page over and over, a few at a time, `pause` ms between two visits of the same visitor; `from` is their address. */
export const watchPage = (
  url: string,
  { visitors = 4, pause = 4, from = '127.0.0.1', timeoutMs = 10_000 } = {},
): Watch => {
  const agent = new http.Agent({ keepAlive: true, localAddress: from })
  const times: number[] = []
  const bad: string[] = []
  const bodies = new Map<string, number>()
  let going = true
  let [answeredAt, gap] = [performance.now(), 0]
  const visitor = async () => {
    while (going) {
      const answer = await call(`${url}/`, { agent, timeoutMs }).catch((error: Error) => error)
      if (answer instanceof Error) bad.push(answer.message)
      else {
        times.push(answer.ms)
        const now = performance.now()
        gap = Math.max(gap, now - answeredAt)
        answeredAt = now
        if (answer.status !== 200) bad.push(String(answer.status))
        bodies.set(answer.text, (bodies.get(answer.text) ?? 0) + 1)
      }
      await sleep(pause)
    }
  }
  const all = Promise.all(Array.from({ length: visitors }, visitor))
  return {
    longestGap: () => {
      const found = gap
      gap = 0
      return found
    },
    stop: async () => {
      going = false
      await all
      agent.destroy()
      return {
        visits: times.length,
        // Without a single visit that was answered, the figure is missed and the others are told.
        p99: times.length > 0 ? percentile(times, 99) : Number.POSITIVE_INFINITY,
        worst: times.reduce((a, b) => Math.max(a, b), 0),
        bad,
        bodies,
      }
    },
  }
}
