import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../process/log.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'
import type { Revision } from './revisions.ts'

/** More of them are one word: everything, which no path is. */
const mostPaths = 500
const everything = ''
const timeoutMs = 10_000
const mostDelayMs = 10 * 60_000

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  return typeof cause?.code === 'string' ? cause.code : 'no connection'
}

export interface PurgeStatus {
  /** ISO time at which the cache last took one. */
  takenAt: string | undefined
  /** Why it does not, and since when. */
  failure: { reason: string; since: string } | undefined
}

export type Purge = ReturnType<typeof createPurge>

/**
 * Tells a cache in front of the site which addresses changed, by a signed POST to `url`. What could not be told is tried again for as long as
 * the process runs, together with what changed since; a new process begins with everything. `load` makes the answer at a path that is made
 * when somebody asks for it.
 */
export const createPurge = (parts: {
  url: string
  secret: string
  publicUrl: string
  log: Log
  load?: (path: string) => Promise<Snapshot | undefined> | undefined
  firstDelayMs?: number
}) => {
  const { url, secret, publicUrl, log, load = () => undefined, firstDelayMs = 1000 } = parts
  const closed = new AbortController()
  /** Entity tags of the published answers. Of deferred pages it is known that they are there. */
  let published: ReadonlyMap<string, string> | undefined
  /** Entity tags of answers that were made because somebody asked for them, and so may be in the cache. */
  const given = new Map<string, string>()
  let waiting = new Set<string>()
  let [isFollowing, isSending] = [false, false]
  let reviews = Promise.resolve()
  let status: PurgeStatus = { takenAt: undefined, failure: undefined }

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: closed.signal }).catch(() => {})

  /** Posts a signed body. Follows no redirect and reads nothing of the answer: the receiver cannot lead it elsewhere or fill the memory. */
  const post = async (paths: ReadonlySet<string>) => {
    const at = new Date().toISOString()
    const seconds = Math.floor(Date.parse(at) / 1000)
    const all = paths.has(everything)
    const urls = all ? [] : [...paths].map((path) => publicUrl + path)
    const body = JSON.stringify({ site: publicUrl, at, everything: all, urls })
    const response = await fetch(url, {
      ...{ method: 'POST', body, redirect: 'manual' },
      headers: {
        'content-type': 'application/json',
        'x-vitrine-timestamp': `${seconds}`,
        'x-vitrine-signature': `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
      },
      signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  }

  const send = async () => {
    if (!isFollowing || isSending) return
    isSending = true
    for (let failures = 0; waiting.size > 0 && !closed.signal.aborted; ) {
      const backOff = Math.min(mostDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 20)) * (0.5 + Math.random() / 2)
      // Changes of the same moment are one call.
      await pause(failures === 0 ? 0 : backOff)
      const taken = waiting
      waiting = new Set()
      const reason = await post(taken).catch(reasonOf)
      if (closed.signal.aborted) return
      const now = new Date().toISOString()
      if (reason === undefined) {
        if (status.failure) log.info('The cache takes purges again')
        status = { takenAt: now, failure: undefined }
        failures = 0
      } else {
        add(taken)
        if (!status.failure) log.warn('A purge was not taken, and is tried again', { reason })
        status = { ...status, failure: { reason, since: status.failure?.since ?? now } }
        failures += 1
      }
    }
    isSending = false
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
    const before = given.get(path)
    given.set(path, etag)
    if (before !== undefined && before !== etag) add([path])
  }

  /** Makes each answer that was given again, unless a later publish will. More than 500 are not made: any of them may differ. */
  const review = async (of: typeof published): Promise<void> => {
    // What a save waits for goes first.
    await pause(100)
    const paths = published === of ? [...given.keys()] : []
    // What throws, at once too, answers with an error from now on.
    const answerAt = async (path: string) => (paths.length > mostPaths ? undefined : load(path))
    for (const path of paths) {
      if (closed.signal.aborted) return
      const snapshot = await answerAt(path).catch(() => undefined)
      if (snapshot) made(path, snapshot)
      else if (given.delete(path)) add([path])
    }
  }

  return {
    made,
    /** From here on it is told; a site that serves nobody, such as one that is exported, tells nothing. */
    follow: (): void => {
      isFollowing = true
      void send()
    },
    /** Call it after each publish. Returns at once; what changed is sent in the background. */
    shown: ({ current, deferred }: Pick<Revision, 'current' | 'deferred'>): void => {
      const before = published
      const now = new Map<string, string>()
      for (const path of deferred.keys()) now.set(path, '')
      for (const [path, { etag }] of current) now.set(path, etag)
      published = now
      const paths = new Set([...(before?.keys() ?? []), ...now.keys()])
      paths.delete('/404')
      add(before ? [...paths].filter((path) => before.get(path) !== now.get(path)) : [everything])
      // One after the other: one that runs may have seen answers of the revision before.
      reviews = reviews.then(() => review(now))
    },
    status: (): PurgeStatus => status,
    close: (): void => closed.abort(),
  }
}
