import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Page } from '../../model/publishing/page.ts'
import { type OnDemand, onDemand } from '../snapshots/shelf.ts'
import {
  bodyOf,
  compress,
  compressAtOnce,
  compressSmallest,
  compressWhole,
  createSnapshot,
  entityTag,
  identityOf,
  mergedHeaders,
  type Snapshot,
  type Source,
  setBody,
} from '../snapshots/snapshots.ts'
import type { DrawnTexts } from './drawn-texts.ts'

/** Every URL of the site in one revision. */
export interface Revision {
  /** Ready for any visit. */
  readonly current: ReadonlyMap<string, Snapshot>
  /** Pages that are rendered at their first visit. */
  readonly deferred: ReadonlyMap<string, Page>
  /** The answers of deferred pages. */
  readonly later: OnDemand
}

export interface Snapshots extends Revision {
  has(path: string): boolean
  paths(): Iterable<string>
  /** Replaces all of it: a visit sees one revision or the next. */
  replace(next: Revision): void
}

export const createSnapshots = (): Snapshots => {
  let revision: Revision = { current: new Map(), deferred: new Map(), later: onDemand(new Map()) }
  return {
    get current() {
      return revision.current
    },
    get deferred() {
      return revision.deferred
    },
    get later() {
      return revision.later
    },
    has: (path) => revision.current.has(path) || revision.deferred.has(path),
    *paths() {
      yield* revision.current.keys()
      yield* revision.deferred.keys()
    },
    replace: (next) => {
      revision = next
    },
  }
}

/** Bytes that pages rendered at a visit may take, in all their encodings. */
const mostDeferredBytes = 16 * 1024 * 1024
/** Deferred pages that are noted in one turn of the event loop. */
const mostAtOnce = 64

/** Time that a visit waits for the markup of texts. */
export const visitMs = 40

const oneByOne = pLimit(1)

interface Made {
  page: Page
  snapshot: Snapshot
}

const same = (a: Page, b: Page) =>
  a.body === b.body &&
  a.status === b.status &&
  a.type === b.type &&
  a.location === b.location &&
  a.link === b.link &&
  a.styles.length === b.styles.length &&
  a.styles.every((style, index) => style === b.styles[index])

/** Yields the pages; throws when two have the same path. */
export function* singly(pages: Iterable<Page>): Generator<Page> {
  const paths = new Set<string>()
  for (const page of pages) {
    if (paths.has(page.path)) throw new Error(`Two pages claim the address ${page.path}.`)
    paths.add(page.path)
    yield page
  }
}

/**
 * Turns pages into snapshots; an unchanged page keeps its own. `headers` returns those of a page with these inline styles, names and
 * values in turn; `onMade` is called for each deferred page that was rendered.
 */
export const createPageSnapshots = (
  headers: (styles: readonly string[]) => string[],
  onMade: (path: string, snapshot: Snapshot) => void = () => {},
  texts?: DrawnTexts,
) => {
  let last = new Map<string, Made>()
  let deferred = new Map<string, Page>()
  let later = onDemand(new Map())

  const sourceOf = ({ body, status, type, styles, location, link }: Page): Source => {
    const own = [
      ...(location === undefined ? [] : ['Location', location]),
      ...(link === undefined ? [] : ['Link', link]),
      // What is missing for one caller may be there for the next: for the owner, or a moment later.
      ...(status === 404 ? mergedHeaders(headers(styles), ['Cache-Control', 'no-store']) : headers(styles)),
    ]
    const identity = Buffer.from(body)
    const etag = entityTag(identity, type, String(status), ...own)
    return { status, type, bodies: { identity }, etag, headers: own }
  }

  const snapshotOf = (page: Page): Snapshot => {
    const source = sourceOf(page)
    return createSnapshot({ ...source, bodies: { ...source.bodies, zstd: compressAtOnce(source.bodies.identity) } })
  }

  const render = async (page: Page): Promise<Snapshot> => {
    if (page.texts) await texts?.draw([page.texts()], { waitMs: visitMs })
    return oneByOne(async () => {
      // Visits of ready pages go first.
      await breathe()
      const source = sourceOf(page.later?.() ?? page)
      const snapshot = createSnapshot({ ...source, bodies: await compressWhole(source.bodies.identity) })
      onMade(page.path, snapshot)
      return snapshot
    })
  }

  const laterOf = (pages: ReadonlyMap<string, Page>): OnDemand => {
    const makerOf = (path: string) => {
      const page = pages.get(path)
      return page && (() => render(page))
    }
    return onDemand({ get: makerOf }, mostDeferredBytes)
  }

  const made = (page: Page): Made => {
    const before = last.get(page.path)
    return before && same(before.page, page) ? before : { page, snapshot: snapshotOf(page) }
  }

  /** Rejects when a page cannot be rendered, or two have the same path. */
  const all = async (pages: Iterable<Page>): Promise<Revision> => {
    const next = new Map<string, Made>()
    const postponed = new Map<string, Page>()
    for (const page of singly(pages)) {
      if (page.later) {
        postponed.set(page.path, page)
        if (postponed.size % mostAtOnce !== 0) continue
      } else next.set(page.path, made(page))
      // Visits go first.
      await breathe()
    }
    last = next
    const current = new Map([...next].map(([path, { snapshot }]) => [path, snapshot]))
    deferred = postponed
    later = laterOf(deferred)
    return { current, deferred, later }
  }

  return {
    all,
    /** Replaces one deferred page of the last revision; the others stay rendered. */
    again: (page: Page): void => {
      deferred.set(page.path, page)
      later.forget(page.path)
    },
  }
}

const quietMs = 400
// Above this, the smallest brotli takes more than a second of a core, and the content will have changed again.
const largestBytes = 512 * 1024

/** Applies `step` once to every snapshot; stops when `live` is false, because a newer publish has begun. */
const each = (snapshots: Snapshots, step: (snapshot: Snapshot) => Promise<void>) => {
  const done = new WeakSet<Snapshot>()
  return async (live: () => boolean) => {
    for (const snapshot of snapshots.current.values()) {
      if (done.has(snapshot)) continue
      await step(snapshot)
      done.add(snapshot)
      if (!live()) return
    }
  }
}

/**
 * Adds what a publish does not wait for: it makes zstd only, in a seventh of the time of quick brotli. The other encodings follow at
 * once. When nobody has saved for a while, each page gets the smallest brotli, with pauses as long as the work, so that it takes half
 * of one core at most.
 */
export const createRecompression = (snapshots: Snapshots) => {
  const complete = each(snapshots, async (snapshot) => {
    for (const encoding of ['br', 'gzip'] as const) {
      const body = await compress(identityOf(snapshot), encoding)
      // Among many pages one may have its smallest brotli by now.
      if (body && !bodyOf(snapshot, encoding)) setBody(snapshot, encoding, body)
    }
  })
  const shrink = each(snapshots, async (snapshot) => {
    const identity = identityOf(snapshot)
    // Neither exists for a page that is too short to gain anything.
    const before = bodyOf(snapshot, 'br') ?? bodyOf(snapshot, 'zstd')
    if (!before || identity.length > largestBytes) return
    const started = performance.now()
    const body = await compressSmallest(identity)
    if (body.length < before.length) setBody(snapshot, 'br', body)
    await wait(performance.now() - started, undefined, { ref: false })
  })
  let timer: NodeJS.Timeout | undefined
  let round = 0

  const unhurt = (work: Promise<void>) => work.catch(() => {})

  const pause = () => {
    clearTimeout(timer)
    round += 1
  }
  return {
    pause,
    soon: () => {
      pause()
      const mine = round
      const live = () => mine === round
      unhurt(complete(live))
      timer = setTimeout(() => unhurt(shrink(live)), quietMs).unref()
    },
  }
}
