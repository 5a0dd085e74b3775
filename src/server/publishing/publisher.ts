import { setImmediate as breathe } from 'node:timers/promises'
import type { Content } from '../../model/content.ts'
import type { Page, Site } from '../../model/page.ts'
import type { Log } from '../log.ts'
import { createPageSnapshots } from './page-snapshots.ts'
import { createPolish } from './polish.ts'
import type { Snapshots } from './snapshots.ts'

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

function* withData(data: Page, pages: Iterable<Page>) {
  yield data
  yield* pages
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
  const ready = createPageSnapshots(headers)
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
          ? new Map([...snapshots.current, [data.path, ready.one(data)]])
          : await ready.all(withData(data, site.pages(next)))
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
