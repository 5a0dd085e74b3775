import { setTimeout as wait } from 'node:timers/promises'
import type { CvKind } from '../../model/cv/cv.ts'
import { bufferOf, contentDisposition } from '../media/ready-media.ts'
import type { Log } from '../process/log.ts'
import { pageCaching } from '../snapshots/security-headers.ts'
import { createShelf } from '../snapshots/shelf.ts'
import { compressWhole, createSnapshot, entityTag, mergedHeaders, type Snapshot } from '../snapshots/snapshots.ts'
import { cvTypes, type MakeCvForm } from './cv-forms.ts'
import type { PdfFacts } from './cv-job.ts'
import type { CvSource } from './cv-source.ts'

const downloaded: readonly CvKind[] = ['pdf', 'docx']

/** The answer with one form of a CV. `title` names the file that a browser stores; `headers` come on top of those of a page. */
export const cvSnapshot = async (
  kind: CvKind,
  { bytes, title, headers: further = [] }: { bytes: Uint8Array; title: string; headers?: readonly string[] },
  security: readonly string[],
): Promise<Snapshot> => {
  const type = cvTypes[kind]
  const own = downloaded.includes(kind)
    ? [
        ...['Content-Security-Policy', "default-src 'none'; sandbox"],
        ...['Content-Disposition', contentDisposition(`${title}.${kind}`, 'attachment')],
      ]
    : []
  const headers = mergedHeaders(['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding'], security, own, further)
  const bodies = await compressWhole(bufferOf(bytes))
  return createSnapshot({ status: 200, type, bodies, etag: entityTag(bodies.identity, type, ...headers), headers })
}

/** Time that a visit waits for the newest form while there is an older one, in ms. */
const newestMs = 2000
/** Time in which a form that failed is not tried again, unless the CV changes, in ms. */
const retryMs = 30_000
/** Failures that are remembered. */
const mostFailures = 500

/** One form of a CV, and what it is to be made of. */
export interface CvWanted {
  path: string
  kind: CvKind
  source: CvSource
  /** For whom it is made; a form that was made for others is not shown in its stead. */
  audience?: string
  /** On top of those of a page; the same for the same audience. */
  headers?: readonly string[]
}

/** Makes the forms of CVs and keeps them. A form that cannot be made keeps its last good state. */
export const createCvShelf = (parts: {
  make: MakeCvForm
  security: readonly string[]
  log: Log
  /** Of all bodies; those asked for longest ago are made again. */
  mostBytes?: number
  /** Called for each form that was made. */
  onMade?: (path: string, snapshot: Snapshot) => void
}) => {
  const { make, security, log, mostBytes, onMade } = parts
  const shelf = createShelf(mostBytes)
  const pdfs = new WeakMap<Snapshot, PdfFacts>()
  const failures = new Map<string, { key: string; reason: string; until: number }>()

  const keyOf = ({ source, audience = '' }: CvWanted) => `${audience} ${source.key}`
  const failureOf = (wanted: CvWanted) => {
    const failure = failures.get(wanted.path)
    return failure?.key === keyOf(wanted) && failure.until > performance.now() ? failure : undefined
  }

  const fail = (wanted: CvWanted, error: unknown): never => {
    const { path } = wanted
    const reason = error instanceof Error ? error.message : String(error)
    if (failures.get(path)?.reason !== reason)
      log.error('A form of the CV could not be made; the last good one stays', { path, reason })
    if (failures.size >= mostFailures) failures.clear()
    failures.set(path, { key: keyOf(wanted), reason, until: performance.now() + retryMs })
    throw error
  }

  const start = (wanted: CvWanted): Promise<Snapshot> => {
    const { path, kind, source, headers = [] } = wanted
    const work = async () => {
      const started = performance.now()
      try {
        const { bytes, pdf } = await make(kind, source)
        const snapshot = await cvSnapshot(kind, { bytes, title: source.document.title, headers }, security)
        if (pdf) pdfs.set(snapshot, pdf)
        onMade?.(path, snapshot)
        failures.delete(path)
        log.debug('Made the CV', { path, bytes: bytes.length, ms: Math.round(performance.now() - started) })
        return snapshot
      } catch (error) {
        return fail(wanted, error)
      }
    }
    return shelf.make(path, work, { key: keyOf(wanted) })
  }

  /** The last good form for the same audience. */
  const lastOf = ({ path, audience = '' }: CvWanted): Snapshot | undefined => {
    const last = shelf.last(path)
    return last?.key.startsWith(`${audience} `) ? last.snapshot : undefined
  }

  /** The newest form, or after a while or a failure the last good one. */
  const newest = async (wanted: CvWanted): Promise<Snapshot> => {
    const last = lastOf(wanted)
    if (!last) return start(wanted)
    const late = new AbortController()
    const waiting = wait(newestMs, last, { signal: late.signal }).catch(() => last)
    try {
      return await Promise.race([start(wanted), waiting])
    } catch {
      return last
    } finally {
      late.abort()
    }
  }

  return {
    /** The newest form, once it is made, or the last good one while it cannot be. */
    ready: (wanted: CvWanted): Snapshot | undefined => {
      const newest = shelf.ready(wanted.path, keyOf(wanted))
      return newest ?? (failureOf(wanted) && lastOf(wanted))
    },
    load: (wanted: CvWanted): Promise<Snapshot> => {
      const failure = lastOf(wanted) ? undefined : failureOf(wanted)
      return failure ? Promise.reject(new Error(failure.reason)) : newest(wanted)
    },
    /** Makes the form unless it is there, or has just failed. Never rejects. */
    prepare: async (wanted: CvWanted): Promise<void> => {
      if (!shelf.ready(wanted.path, keyOf(wanted)) && !failureOf(wanted)) await start(wanted).catch(() => {})
    },
    /** Why a form could not be made; null when all could. */
    failure: (): string | null => failures.values().next().value?.reason ?? null,
    pdfAt: (path: string): PdfFacts | undefined => {
      const last = shelf.last(path)
      return last && pdfs.get(last.snapshot)
    },
  }
}
