import { setImmediate as breathe } from 'node:timers/promises'
import type { Page } from '../../model/publishing/page.ts'
import { compressAtOnce } from './compression.ts'
import { createSnapshot, entityTag, type Snapshot } from './snapshots.ts'

interface Made {
  page: Page
  snapshot: Snapshot
}

const same = (a: Page, b: Page) =>
  a.body === b.body &&
  a.status === b.status &&
  a.type === b.type &&
  a.location === b.location &&
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
 * values in turn.
 */
export const createPageSnapshots = (headers: (styles: readonly string[]) => string[]) => {
  let last = new Map<string, Made>()

  const snapshotOf = ({ body, status, type, styles, location }: Page): Snapshot => {
    const own = [...(location === undefined ? [] : ['Location', location]), ...headers(styles)]
    const identity = Buffer.from(body)
    const zstd = compressAtOnce(identity)
    const etag = entityTag(identity, type, String(status), ...own)
    return createSnapshot({ status, type, bodies: zstd ? { identity, zstd } : { identity }, etag, headers: own })
  }

  const made = (page: Page): Made => {
    const before = last.get(page.path)
    return before && same(before.page, page) ? before : { page, snapshot: snapshotOf(page) }
  }

  /** Rejects when a page cannot be rendered, or two have the same path. */
  const all = async (pages: Iterable<Page>): Promise<Map<string, Snapshot>> => {
    const next = new Map<string, Made>()
    for (const page of singly(pages)) {
      next.set(page.path, made(page))
      // Visits go first.
      await breathe()
    }
    last = next
    return new Map([...next].map(([path, { snapshot }]) => [path, snapshot]))
  }

  return { all, one: (page: Page): Snapshot => made(page).snapshot }
}
