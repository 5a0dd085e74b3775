import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type CvKind, cvKindAt, cvKinds, variantAt } from '../../model/cv/cv.ts'
import type { CvStatus } from '../../model/cv/variant-facts.ts'
import { Unavailable } from '../../model/errors.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { bufferOf, contentDisposition } from '../media/ready-media.ts'
import type { Log } from '../process/log.ts'
import { createSigner } from '../process/sealed-text.ts'
import { pageCaching, secrecy, unlisted } from '../snapshots/security-headers.ts'
import { createShelf, type OnDemand } from '../snapshots/shelf.ts'
import { compressWhole, createSnapshot, entityTag, mergedHeaders, type Snapshot } from '../snapshots/snapshots.ts'
import { cvTypes, type MakeCvForm, type PdfFacts } from './cv-forms.ts'
import { type CvSource, cvSource, variantSource } from './cv-source.ts'
import { newLink, type StoredVariant } from './variants.ts'

/** After a publish, so that what a save waits for goes first. */
const followMs = 100

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

/** Parts that CVs are made with. `onMade` hears of each form that was made. */
interface CvParts {
  content: () => Content | undefined
  publicUrl: string
  themes: readonly Theme[]
  make: MakeCvForm
  security: readonly string[]
  log: Log
  onMade?: (path: string, snapshot: Snapshot) => void
}

/**
 * Holds the forms of the CV that is on the page. A form that cannot be made keeps its last good state; no publish waits for one.
 */
export const createCvFiles = (parts: CvParts): CvFiles => {
  const { content, publicUrl, themes } = parts
  const shelf = createCvShelf(parts)
  let known: { content: Content; source: CvSource | undefined } | undefined
  let timer: NodeJS.Timeout | undefined
  let isFollowing = false

  const current = (): CvSource | undefined => {
    const shown = content()
    if (shown && known?.content !== shown) known = { content: shown, source: cvSource(shown, publicUrl, themes) }
    return known?.source
  }

  const wantedAt = (path: string): CvWanted | undefined => {
    const kind = cvKindAt(path)
    const source = kind && current()
    return source && { path, kind, source }
  }

  const makeAll = async () => {
    for (const kind of cvKinds) {
      const wanted = wantedAt(`/cv.${kind}`)
      if (wanted) await shelf.prepare(wanted)
    }
  }

  return {
    has: (path) => wantedAt(path) !== undefined,
    ready: (path) => {
      const wanted = wantedAt(path)
      return wanted && shelf.ready(wanted)
    },
    load: (path) => {
      const wanted = wantedAt(path)
      return wanted && shelf.load(wanted)
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
      failure: shelf.failure(),
      pdf: shelf.pdfAt('/cv.pdf') ?? null,
    }),
    close: () => {
      isFollowing = false
      clearTimeout(timer)
    },
  }
}

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
interface CvWanted {
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

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** The keys under which variants with access by link are shown: 256 bits each, made from the server's secret and stored nowhere. */
export const createVariantKeys = (readSecret: () => Promise<string>) => {
  const sign = createSigner(readSecret, 'CV variants')
  return { keyOf: ({ id, link }: Pick<StoredVariant, 'id' | 'link'>): Promise<string> => sign(`${id} ${link}`) }
}

/** Key of what is not there: the answer takes as long as for a variant with another key. */
const nobodysKey = newLink()

/** Compares in a time that says nothing of the key. */
const isSameKey = (given: string, key: string): boolean => timingSafeEqual(hashOf(given), hashOf(key))

/** Of all forms of all variants. */
const mostBytes = 32 * 1024 * 1024

interface Known {
  variant: StoredVariant
  key: string
  source?: { content: Content; made: CvSource }
}

export interface CvVariantFiles {
  ready(path: string, query: string): Snapshot | undefined
  /** Undefined for a path that no variant can have; resolves to undefined where there is nothing to see. */
  load(path: string, query: string): Promise<Snapshot | undefined> | undefined
  /** The variants are other ones. */
  changed(): void
}

/**
 * Answers `/cv/{name}.{form}`. A variant with access by link is shown to who names its key in the query, `?key=…`; to everybody else it is not
 * there. Forms are made when they are first asked for.
 */
export const createVariantFiles = (
  parts: CvParts & { variants: () => Promise<StoredVariant[]>; keys: ReturnType<typeof createVariantKeys> },
): CvVariantFiles => {
  const { variants, keys, content, publicUrl, themes, log } = parts
  const shelf = createCvShelf({ ...parts, mostBytes })
  let known: ReadonlyMap<string, Known> | undefined
  let isNewest = false
  let reading: Promise<void> | undefined

  const read = async () => {
    while (!isNewest) {
      isNewest = true
      try {
        const list = await variants()
        const next = await Promise.all(list.map(async (variant) => ({ variant, key: await keys.keyOf(variant) })))
        known = new Map(next.map((one) => [one.variant.data.name, one]))
      } catch (error) {
        isNewest = false
        if (!known) throw error
        log.warn('The variants of the CV could not be read; the last known ones stay', { reason: String(error) })
        return
      }
    }
  }

  const upToDate = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  const sourceOf = (one: Known): CvSource => {
    const shown = content()
    if (!shown) throw new Unavailable('Nothing is published yet.')
    if (one.source?.content !== shown)
      one.source = { content: shown, made: variantSource(shown, publicUrl, one.variant.data, themes) }
    return one.source.made
  }

  /** The form that stands at this path for who asks. */
  const wantedAt = (path: string, query: string): CvWanted | undefined => {
    const at = variantAt(path)
    if (!at) return undefined
    const one = known?.get(at.name)
    const given = /[?&]key=([\w-]{43})(?:&|$)/.exec(query)?.[1] ?? ''
    // Compared for every name, so that no answer is quicker where there is none.
    const fits = isSameKey(given, one?.key ?? nobodysKey)
    if (!one || (one.variant.data.access === 'link' && !fits)) return undefined
    const { access, anonymous } = one.variant.data
    return {
      ...{ path, kind: at.kind, source: sourceOf(one), audience: `${access}${anonymous ? '-anonymous' : ''}` },
      headers: access === 'link' ? secrecy : unlisted,
    }
  }

  return {
    ready: (path, query) => {
      if (!isNewest || reading || !variantAt(path) || !content()) return undefined
      const wanted = wantedAt(path, query)
      return wanted && shelf.ready(wanted)
    },
    load: (path, query) => {
      if (!variantAt(path)) return undefined
      const loading = async () => {
        if (!isNewest || reading) await upToDate()
        const wanted = wantedAt(path, query)
        return wanted && shelf.load(wanted)
      }
      return loading()
    },
    changed: () => {
      isNewest = false
    },
  }
}
