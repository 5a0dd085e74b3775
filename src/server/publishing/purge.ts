import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../process/log.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'
import type { Revision } from './page-snapshots.ts'

/** More of them are one word: everything, which no path is. */
const mostPaths = 500
const everything = ''
const [firstDelayMs, mostDelayMs] = [1000, 600_000]

export type Purge = ReturnType<typeof createPurge>

/**
 * Tells a cache in front of the site which addresses changed, by a signed POST to `url`. What could not be told is tried again for as long as
 * the process runs, together with what changed since; a new process begins with everything. `load` makes the answer at a path that is made
 * when somebody asks for it.
 */
export const createPurge = ({
  url,
  secret,
  publicUrl,
  log,
  load,
}: {
  url: string
  secret: string
  publicUrl: string
  log: Log
  load: (path: string) => Promise<Snapshot | undefined> | undefined
}) => {
  const closed = new AbortController()
  let published: ReadonlySet<string> | undefined
  /** Entity tags of answers that may be in the cache; empty for a page of which none was made. */
  const tags = new Map<string, string>()
  let waiting = new Set<string>()
  // Until it is followed, and while a call is under way.
  let isHeld = true
  let reviews = Promise.resolve()
  let takenAt: string | undefined
  let failure: { reason: string; since: string } | undefined

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: closed.signal }).catch(() => {})

  /** Follows no redirect and reads nothing of the answer: the receiver cannot lead it elsewhere or fill the memory. */
  const post = async (paths: ReadonlySet<string>): Promise<string | undefined> => {
    const at = new Date().toISOString()
    const seconds = String(Math.floor(Date.parse(at) / 1000))
    const all = paths.has(everything)
    const urls = all ? [] : [...paths].map((path) => publicUrl + path)
    const body = JSON.stringify({ site: publicUrl, at, everything: all, urls })
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    const signed = { 'x-vitrine-timestamp': seconds, 'x-vitrine-signature': `sha256=${signature}` }
    const response = await fetch(url, {
      ...{ method: 'POST', body, redirect: 'manual', headers: { 'content-type': 'application/json', ...signed } },
      signal: AbortSignal.any([closed.signal, AbortSignal.timeout(10_000)]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  }
  const reasonOf = ({ name, cause }: Error & { cause?: { code?: string } }): string =>
    name === 'TimeoutError' ? 'no answer within 10 seconds' : (cause?.code ?? 'no connection')

  const send = async () => {
    if (isHeld) return
    isHeld = true
    for (let delayMs = 0; waiting.size > 0; ) {
      // Changes of the same moment are one call.
      await pause(delayMs)
      const taken = waiting
      waiting = new Set()
      const reason = await post(taken).catch(reasonOf)
      if (closed.signal.aborted) return
      const now = new Date().toISOString()
      if (reason === undefined) {
        if (failure) log.info('The cache takes purges again')
        ;[takenAt, failure, delayMs] = [now, undefined, 0]
      } else {
        if (!failure) log.warn('A purge was not taken, and is tried again', { reason })
        failure = { reason, since: failure?.since ?? now }
        delayMs = Math.min(mostDelayMs, 2 * delayMs || firstDelayMs)
        add(taken)
      }
    }
    isHeld = false
  }

  const add = (paths: Iterable<string>) => {
    for (const path of paths) waiting.add(path)
    if (waiting.size > mostPaths) waiting = new Set([everything])
    void send()
  }

  /** Call it for each answer that was made because somebody asked for it; one that differs from what was given before is purged. */
  const made = (path: string, { etag, source }: Snapshot): void => {
    // Files with access by link tell a cache to keep nothing.
    if (source.headers.some((value) => value.includes('no-store'))) return
    const before = tags.get(path)
    tags.set(path, etag)
    if (before && before !== etag) add([path])
  }

  /** Makes each answer that was given again, unless a later publish will. More than 500 are not made: any of them may differ. */
  const review = async (of: typeof published, current: Revision['current']): Promise<void> => {
    // What a save waits for goes first.
    await pause(100)
    const paths = published === of ? [...tags.keys()].filter((path) => tags.get(path) && !current.has(path)) : []
    // What throws, at once too, answers with an error from now on.
    const answerAt = async (path: string) => (paths.length > mostPaths ? undefined : load(path))
    for (const path of paths) {
      if (closed.signal.aborted) return
      const snapshot = await answerAt(path).catch(() => undefined)
      if (snapshot) made(path, snapshot)
      else if (tags.delete(path)) add([path])
    }
  }

  return {
    made,
    /** From here on it is told; a site that serves nobody, such as one that is exported, tells nothing. */
    follow: (): void => {
      isHeld = false
      void send()
    },
    /** Call it after each publish. Returns at once; what changed is sent in the background. */
    shown: ({ current, deferred }: Pick<Revision, 'current' | 'deferred'>): void => {
      const now = new Set([...current.keys(), ...deferred.keys()])
      const changed = [...(published ?? [])].filter((path) => !now.has(path) && tags.delete(path))
      for (const path of now) {
        const [before, tag] = [tags.get(path), current.get(path)?.etag ?? tags.get(path) ?? '']
        tags.set(path, tag)
        if (before !== tag && path !== '/404') changed.push(path)
      }
      add(published ? changed : [everything])
      published = now
      // One after the other: one that runs may have seen answers of the revision before.
      reviews = reviews.then(() => review(now, current))
    },
    /** ISO time at which the cache last took one; why it does not, and since when. */
    status: () => ({ takenAt, failure }),
    close: (): void => closed.abort(),
  }
}
