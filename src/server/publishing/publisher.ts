import { setImmediate as breathe } from 'node:timers/promises'
import type { Content } from '../../model/content.ts'
import type { Page, Site } from '../../model/page.ts'
import type { Log } from '../log.ts'
import { compress } from './compression.ts'
import { createPolish } from './polish.ts'
import { createSnapshot, entityTag, type Snapshot, type Snapshots } from './snapshots.ts'

export interface PublishingStatus {
  /** The version of the content that visitors see; 0 before the first. */
  version: number
  /** Why newer content is not on the page; undefined when it is. */
  failure: string | undefined
}

export interface Publisher {
  /** Says that content changed. Returns at once; changes of the same moment become one publish. */
  changed(): void
  /** When nothing is left to publish, done or failed. */
  settled(): Promise<void>
  /** When the content of this version, or a newer one, is live or has failed to be. Never rejects. */
  published(version: number): Promise<PublishingStatus>
  status(): PublishingStatus
  /** What the page shows now. */
  content(): Content | undefined
  close(): void
}

/** Turns content into snapshots, all of them or none: whatever fails, the last good pages stay. */
export const createPublisher = (parts: {
  site: Site
  /** The published content, whole and of one version. */
  read: () => Promise<Content>
  snapshots: Snapshots
  /** The headers of a page with these inline styles, names and values in turn. */
  headers: (styles: readonly string[]) => string[]
  log: Log
}): Publisher => {
  const { site, read, snapshots, headers, log } = parts
  const polish = createPolish(snapshots)
  let content: Content | undefined
  let body = ''
  let failure: string | undefined
  let attempted = 0
  let failures = 0
  let dirty = false
  let closed = false
  let running: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let waiting: { version: number; resolve: (status: PublishingStatus) => void }[] = []

  const status = (): PublishingStatus => ({ version: content?.version ?? 0, failure })

  const ready = async (page: Page): Promise<Snapshot> => {
    const pageHeaders = headers(page.styles)
    const etag = entityTag(page.body, page.type, String(page.status), ...pageHeaders)
    const before = snapshots.current.get(page.path)
    if (before?.etag === etag) return before
    const identity = Buffer.from(page.body)
    const br = await compress(identity, 'br')
    const bodies = br ? { identity, br } : { identity }
    return createSnapshot({ status: page.status, type: page.type, bodies, etag, headers: pageHeaders })
  }

  const render = async (...sources: Iterable<Page>[]) => {
    const pages = new Map<string, Promise<Snapshot>>()
    const add = (page: Page) => {
      if (pages.has(page.path)) throw new Error(`Two pages claim the address ${page.path}.`)
      const made = ready(page)
      // Awaited below; a section that throws before that must not leave this one unhandled.
      made.catch(() => {})
      pages.set(page.path, made)
    }
    for (const source of sources)
      for (const page of source) {
        add(page)
        // Visits go first: between two pages, whoever waits is answered.
        await breathe()
      }
    const made = await Promise.all([...pages].map(async ([path, page]) => [path, await page] as const))
    return new Map(made)
  }

  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    if (failure !== message)
      log.error('Publishing failed; the last good pages stay', {
        reason: message,
        at: error instanceof Error ? error.stack : undefined,
      })
    failure = message
  }

  const publish = async () => {
    const started = performance.now()
    let next: Content
    try {
      next = await read()
      failures = 0
    } catch (error) {
      fail(error)
      // The database may come back without anyone saving.
      failures += 1
      retry = setTimeout(changed, Math.min(30_000, 500 * 2 ** failures)).unref()
      return false
    }
    const { version, ...rest } = next
    const json = JSON.stringify(rest)
    try {
      const data: Page = {
        path: '/api/content',
        status: 200,
        type: 'application/json',
        body: `{"version":${version},${json.slice(1)}`,
        styles: [],
      }
      // After a draft, say, no page shows anything new; only the version has gone up.
      snapshots.current =
        json === body && failure === undefined
          ? new Map([...snapshots.current, [data.path, await ready(data)]])
          : await render([data], site.pages(next))
      log.debug('Published', {
        version,
        addresses: snapshots.current.size,
        ms: Math.round(performance.now() - started),
      })
      content = next
      body = json
      failure = undefined
      polish.soon()
    } catch (error) {
      fail(error)
    }
    attempted = Math.max(attempted, version)
    return true
  }

  const run = async () => {
    while (dirty && !closed) {
      await breathe()
      dirty = false
      clearTimeout(retry)
      const known = await publish()
      const done = waiting.filter(({ version }) => !known || version <= attempted)
      waiting = waiting.filter((one) => !done.includes(one))
      for (const { resolve } of done) resolve(status())
    }
    running = undefined
    // Whoever asked for a version that is not in the database need not wait for it.
    for (const { resolve } of waiting.splice(0)) resolve(status())
  }

  const changed = () => {
    dirty = true
    polish.pause()
    running ??= run()
  }

  return {
    changed,
    settled: async () => {
      while (running) await running
    },
    published: (version) => {
      if (version <= attempted && !dirty) return Promise.resolve(status())
      const { promise, resolve } = Promise.withResolvers<PublishingStatus>()
      waiting.push({ version, resolve })
      if (!running) changed()
      return promise
    },
    status,
    content: () => content,
    close: () => {
      closed = true
      clearTimeout(retry)
      polish.pause()
      for (const { resolve } of waiting.splice(0)) resolve(status())
    },
  }
}
