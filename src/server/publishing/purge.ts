import { createHmac } from 'node:crypto'
import type { Log } from '../process/log.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'
import type { Revision } from './revisions.ts'

/** More of them are one word: everything. */
const mostPaths = 500

const isSame = (one: Snapshot | undefined, other: Snapshot | undefined) => one === other || one?.etag === other?.etag

/**
 * Remembers each revision, and tells which paths differ in the next: `everything` for the first one. Of deferred pages it knows those that came
 * and went.
 */
const createChangedPaths = () => {
  let before: { current: Revision['current']; deferred: ReadonlySet<string> } | undefined
  return ({ current, deferred }: Pick<Revision, 'current' | 'deferred'>): readonly string[] | 'everything' => {
    const last = before
    before = { current, deferred: new Set(deferred.keys()) }
    if (!last) return 'everything'
    const paths = new Set<string>()
    for (const path of deferred.keys()) if (!last.deferred.has(path)) paths.add(path)
    for (const path of last.deferred) if (!deferred.has(path)) paths.add(path)
    for (const [path, snapshot] of current) if (!isSame(last.current.get(path), snapshot)) paths.add(path)
    for (const path of last.current.keys()) if (!current.has(path)) paths.add(path)
    paths.delete('/404')
    return [...paths]
  }
}

const timeoutMs = 10_000

interface PurgeCall {
  url: string
  secret: string
  body: string
  /** Unix time in ms. */
  now: number
}

/** The signature of a body that was sent at this time, in seconds: HMAC-SHA256 over `TIME.BODY`, in hexadecimal. */
const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  return typeof cause?.code === 'string' ? cause.code : 'no connection'
}

/**
 * Posts a signed body; resolves to undefined when it was taken (2xx), else to why not. Follows no redirect and reads nothing of the answer, so
 * that the receiver cannot lead it elsewhere or fill the memory.
 */
const sendSigned = async ({ url, secret, body, now }: PurgeCall, closed: AbortSignal): Promise<string | undefined> => {
  const seconds = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json',
    'x-vitrine-timestamp': String(seconds),
    'x-vitrine-signature': `sha256=${signatureOf(secret, seconds, body)}`,
  }
  try {
    const signal = AbortSignal.any([closed, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** Makes the answer at a path as it is now, unless it is there; undefined, or a promise of it, where there is none. */
type Load = (path: string) => Promise<Snapshot | undefined> | undefined

/** Files with access by link tell a cache to keep nothing. */
const isKept = ({ source: { headers } }: Snapshot) => !headers.some((value) => value.includes('no-store'))

/**
 * Remembers the entity tags of answers that were made because somebody asked for them, and so may be in a cache. `differs` is told the path of
 * an answer that has another tag now, or that is gone.
 */
const createGivenAnswers = (load: Load, differs: (path: string) => void) => {
  const given = new Map<string, string>()

  const made = (path: string, snapshot: Snapshot): void => {
    if (!isKept(snapshot)) return
    const before = given.get(path)
    given.set(path, snapshot.etag)
    if (before !== undefined && before !== snapshot.etag) differs(path)
  }

  // What throws at once rejects too: one that cannot be made answers with an error from now on.
  const answerAt = async (path: string) => load(path)

  /** Makes each of them again. More than 500 are not made: any of them may differ. */
  const review = async (): Promise<void> => {
    const paths = [...given.keys()]
    for (const path of paths) {
      const snapshot = paths.length > mostPaths ? undefined : await answerAt(path).catch(() => undefined)
      if (snapshot) made(path, snapshot)
      else if (given.delete(path)) differs(path)
    }
  }

  return { made, review }
}

const mostDelayMs = 10 * 60_000
/** After a publish, so that what a save waits for goes first. */
const reviewMs = 100

export interface PurgeStatus {
  /** ISO time at which the cache last took one. */
  takenAt: string | undefined
  /** Why it does not, and since when. */
  failure: { reason: string; since: string } | undefined
}

export interface Purge {
  /** From here on it is told; a site that serves nobody, such as one that is exported, tells nothing. */
  follow(): void
  /** Call it after each publish. Returns at once; what changed is sent in the background. */
  shown(revision: Pick<Revision, 'current' | 'deferred'>): void
  /** Call it for each answer that was made because somebody asked for it; one that differs from what was given before is purged. */
  made(path: string, snapshot: Snapshot): void
  status(): PurgeStatus
  close(): void
}

/**
 * Tells a cache in front of the site which addresses changed, by a signed POST to `url`. What could not be told is tried again for as long as
 * the process runs, together with what changed since; a new process begins with everything.
 */
export const createPurge = (parts: {
  url: string
  secret: string
  publicUrl: string
  log: Log
  /** Answers that are made when somebody asks for them. */
  load?: Load
  firstDelayMs?: number
  clock?: () => number
}): Purge => {
  const { url, secret, publicUrl, log, load = () => undefined, firstDelayMs = 1000, clock = Date.now } = parts
  const changedPaths = createChangedPaths()
  const closed = new AbortController()
  let waiting: Set<string> | 'everything' = new Set()
  let timer: NodeJS.Timeout | undefined
  let reviewing: NodeJS.Timeout | undefined
  /** What a review has found: it is told in one call. */
  let found: Set<string> | undefined
  let isFollowing = false
  let sending = false
  let failures = 0
  let takenAt: string | undefined
  let failure: PurgeStatus['failure']

  const add = (paths: Iterable<string> | 'everything') => {
    if (waiting === 'everything') return
    if (paths !== 'everything') for (const path of paths) waiting.add(path)
    if (paths === 'everything' || waiting.size > mostPaths) waiting = 'everything'
  }

  const note = (reason: string | undefined) => {
    const now = new Date(clock()).toISOString()
    if (reason === undefined) {
      if (failure) log.info('The cache takes purges again')
      ;[takenAt, failure, failures] = [now, undefined, 0]
      return
    }
    if (!failure) log.warn('A purge was not taken, and is tried again', { reason })
    failure = { reason, since: failure?.since ?? now }
    failures += 1
  }

  const schedule = () => {
    if (!isFollowing || sending || closed.signal.aborted || (waiting !== 'everything' && waiting.size === 0)) return
    clearTimeout(timer)
    const backOff = Math.min(mostDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 20)) * (0.5 + Math.random() / 2)
    // Changes of the same moment are one call.
    timer = setTimeout(() => void send(), failures === 0 ? 0 : backOff).unref()
  }

  const send = async () => {
    const taken = waiting
    waiting = new Set()
    sending = true
    const everything = taken === 'everything'
    const urls = everything ? [] : [...taken].map((path) => publicUrl + path)
    const now = clock()
    const body = JSON.stringify({ site: publicUrl, at: new Date(now).toISOString(), everything, urls })
    const reason = await sendSigned({ url, secret, body, now }, closed.signal)
    sending = false
    if (closed.signal.aborted) return
    if (reason !== undefined) add(taken)
    note(reason)
    schedule()
  }

  const tell = (paths: Parameters<typeof add>[0]) => {
    add(paths)
    // While it fails, the time of the next try stands.
    if (failures === 0) schedule()
  }

  const given = createGivenAnswers(load, (path) => (found ? found.add(path) : tell([path])))

  const review = async () => {
    // The one that runs may have seen answers of the revision before.
    if (found) return reviewSoon()
    found = new Set()
    await given.review()
    const paths = found
    found = undefined
    tell(paths)
  }

  const reviewSoon = () => {
    clearTimeout(reviewing)
    if (isFollowing && !closed.signal.aborted) reviewing = setTimeout(() => void review(), reviewMs).unref()
  }

  return {
    follow: () => {
      isFollowing = true
      schedule()
    },
    shown: (revision) => {
      tell(changedPaths(revision))
      reviewSoon()
    },
    made: given.made,
    status: () => ({ takenAt, failure }),
    close: () => {
      clearTimeout(timer)
      clearTimeout(reviewing)
      closed.abort()
    },
  }
}
