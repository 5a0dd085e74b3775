import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Page } from '../../model/publishing/page.ts'
import { type Bodies, compressAtOnce, type Encoding, encodings } from './compression.ts'

/** The head of an answer, the same for every visit but for its date. */
export interface AnswerHead {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: string[]
  readonly text: string
}

export const createAnswerHead = (status: number, headers: string[]): AnswerHead => {
  const lines = headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  return { status, headers, text: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}` }
}

export interface Answer {
  readonly head: AnswerHead
  readonly body?: Buffer
}

interface FullAnswer extends Answer {
  readonly body: Buffer
}

/** The prepared answers of one URL. Nothing of it is made during a visit. */
export interface Snapshot {
  readonly status: number
  /** Weak: another encoding or a better compression is the same page. */
  readonly etag: string
  /** In the order of `encodings`; identity is always there. */
  readonly answers: (FullAnswer | undefined)[]
  readonly unchanged: Answer
  readonly source: Omit<Source, 'bodies'>
}

export interface Source {
  status: number
  type: string
  bodies: Bodies
  etag: string
  headers: readonly string[]
}

export const entityTag = (body: Uint8Array | string, ...headers: string[]): string => {
  const hash = createHash('sha256').update(body)
  for (const header of headers) hash.update('\0').update(header)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

const answerOf = (
  { status, type, etag, headers }: Omit<Source, 'bodies'>,
  body: Buffer,
  encoding: string,
): FullAnswer => ({
  body,
  head: createAnswerHead(status, [
    'Content-Type',
    type,
    'Content-Length',
    String(body.length),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    'ETag',
    etag,
    ...headers,
  ]),
})

export const createSnapshot = ({ bodies, ...source }: Source): Snapshot => ({
  status: source.status,
  etag: source.etag,
  answers: encodings.map((encoding) => {
    const body = bodies[encoding]
    return body && answerOf(source, body, encoding)
  }),
  unchanged: { head: createAnswerHead(304, ['ETag', source.etag, ...source.headers]) },
  source,
})

export const bodyOf = (snapshot: Snapshot, encoding: Encoding): Buffer | undefined =>
  snapshot.answers[encodings.indexOf(encoding)]?.body

export const identityOf = (snapshot: Snapshot): Buffer => bodyOf(snapshot, 'identity') as Buffer

/** One assignment, so that no visit sees half of it. */
export const setBody = (snapshot: Snapshot, encoding: Encoding, body: Buffer): void => {
  snapshot.answers[encodings.indexOf(encoding)] = answerOf(snapshot.source, body, encoding)
}

/** Every URL of the site. `current` is replaced as a whole: a visit sees one revision or the next. */
export interface Snapshots {
  current: ReadonlyMap<string, Snapshot>
}

export const createSnapshots = (): Snapshots => ({ current: new Map() })

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
    const etag = entityTag(identity, type, String(status), ...own)
    return createSnapshot({ status, type, bodies: { identity, zstd: compressAtOnce(identity) }, etag, headers: own })
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
