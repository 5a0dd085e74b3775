import { setTimeout as wait } from 'node:timers/promises'
import type { Content } from '../../model/content/published-content.ts'
import { type CvPath, cvPaths, isCvPath } from '../../model/cv/cv-paths.ts'
import type { CvStatus } from '../../model/cv/cv-status.ts'
import type { Log } from '../process/log.ts'
import type { OnDemand } from '../publishing/on-demand.ts'
import type { Snapshot } from '../publishing/snapshots.ts'
import type { MakeCvForm } from './cv-forms.ts'
import { cvSnapshot } from './cv-snapshot.ts'
import { type CvSource, cvSource } from './cv-source.ts'
import type { PdfFacts } from './process/cv-job.ts'

/** After a publish, so that what a save waits for goes first. */
const followMs = 100
/** How long a visit waits for the newest CV while there is an older one. */
const newestMs = 2000
/** How long a form that failed is not tried again, unless the CV changes. */
const retryMs = 30_000

interface Made {
  key: string
  pdf: PdfFacts | undefined
  snapshot: Snapshot
}

export interface CvFiles extends Pick<OnDemand, 'ready' | 'load'> {
  /** True for the path of a form that is made. */
  has(path: string): boolean
  /** From now on the forms are made after each publish, and not only when somebody asks. */
  follow(): void
  /** The content that is shown is another one. */
  changed(): void
  status(): CvStatus
  close(): void
}

/**
 * Holds the forms of the CV that is on the page. A form that cannot be made keeps its last good state; no publish waits for one.
 */
export const createCvFiles = (parts: {
  content: () => Content | undefined
  publicUrl: string
  make: MakeCvForm
  security: readonly string[]
  log: Log
}): CvFiles => {
  const { content, publicUrl, make, security, log } = parts
  const made = new Map<CvPath, Made>()
  const making = new Map<CvPath, { key: string; snapshot: Promise<Snapshot> }>()
  const failures = new Map<CvPath, { key: string; reason: string; until: number }>()
  let known: { content: Content; source: CvSource | undefined } | undefined
  let timer: NodeJS.Timeout | undefined
  let isFollowing = false

  const current = (): CvSource | undefined => {
    const shown = content()
    if (shown && known?.content !== shown) known = { content: shown, source: cvSource(shown, publicUrl) }
    return known?.source
  }

  const failureOf = (path: CvPath, { key }: CvSource) => {
    const failure = failures.get(path)
    return failure?.key === key && failure.until > performance.now() ? failure : undefined
  }

  const fail = (path: CvPath, { key }: CvSource, error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (failures.get(path)?.reason !== reason)
      log.error('A form of the CV could not be made; the last good one stays', { path, reason })
    failures.set(path, { key, reason, until: performance.now() + retryMs })
    throw error
  }

  const start = (path: CvPath, source: CvSource): Promise<Snapshot> => {
    const under = making.get(path)
    if (under?.key === source.key) return under.snapshot
    const started = performance.now()
    const work = async () => {
      const { bytes, pdf } = await make(path, source)
      const snapshot = await cvSnapshot(path, { bytes, title: source.document.title }, security)
      // Slower than the next one, it is out of date.
      if (making.get(path)?.snapshot === pending) made.set(path, { key: source.key, snapshot, pdf })
      failures.delete(path)
      log.debug('Made the CV', { path, bytes: bytes.length, ms: Math.round(performance.now() - started) })
      return snapshot
    }
    const pending: Promise<Snapshot> = work()
      .catch((error: unknown) => fail(path, source, error))
      .finally(() => {
        if (making.get(path)?.snapshot === pending) making.delete(path)
      })
    making.set(path, { key: source.key, snapshot: pending })
    return pending
  }

  /** The newest form, or after a while or a failure the last good one. */
  const newest = async (path: CvPath, source: CvSource): Promise<Snapshot> => {
    const last = made.get(path)
    if (!last) return start(path, source)
    const late = new AbortController()
    const waiting = wait(newestMs, last.snapshot, { signal: late.signal }).catch(() => last.snapshot)
    try {
      return await Promise.race([start(path, source), waiting])
    } catch {
      return last.snapshot
    } finally {
      late.abort()
    }
  }

  const makeAll = async () => {
    const source = current()
    if (!source) return
    for (const path of cvPaths)
      if (made.get(path)?.key !== source.key && !failureOf(path, source)) await start(path, source).catch(() => {})
  }

  return {
    has: (path) => isCvPath(path) && current() !== undefined,
    ready: (path) => {
      const source = isCvPath(path) ? current() : undefined
      const last = source && made.get(path as CvPath)
      if (!source || !last) return undefined
      return last.key === source.key || failureOf(path as CvPath, source) ? last.snapshot : undefined
    },
    load: (path) => {
      const source = isCvPath(path) ? current() : undefined
      if (!source) return undefined
      const failure = made.has(path as CvPath) ? undefined : failureOf(path as CvPath, source)
      return failure ? Promise.reject(new Error(failure.reason)) : newest(path as CvPath, source)
    },
    follow: () => {
      isFollowing = true
    },
    changed: () => {
      if (!isFollowing) return
      clearTimeout(timer)
      timer = setTimeout(() => void makeAll(), followMs).unref()
    },
    status: () => ({
      isMade: current() !== undefined,
      failure: failures.values().next().value?.reason ?? null,
      pdf: made.get('/cv.pdf')?.pdf ?? null,
    }),
    close: () => {
      isFollowing = false
      clearTimeout(timer)
    },
  }
}
