import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { parseAccept } from 'hono/utils/accept'
import { sharePath } from '../../model/publishing/share-link.ts'
import type { Cards } from '../cards/cards.ts'
import type { CvVariantFiles } from '../cv/cv.ts'
import { plainPage } from '../endpoint/visitor-page.ts'
import { fileHeaders, type ReadyMedia } from '../media/ready-media.ts'
import { byteRange, type StoredVideo } from '../media/stored-bytes.ts'
import type { Log } from '../process/log.ts'
import type { SiteWords } from '../publishing/content.ts'
import type { Snapshots } from '../publishing/page-snapshots.ts'
import type { OnDemand } from '../snapshots/shelf.ts'
import { encodings, mergedHeaders, type Snapshot } from '../snapshots/snapshots.ts'
import { sendHead, sendWhole } from './node-internals.ts'
import type { SharedDrafts } from './shared-drafts.ts'
import type { MediaAnswer, VisibleMedia } from './visible-media.ts'

interface Part {
  status: 200 | 206 | 304 | 416
  /** Names and values in turn. */
  headers: readonly string[]
  /** First and last byte of the body; undefined when there is none. */
  bytes?: { from: number; to: number }
}

/** Status and part of a video for these headers: RFC 9110, 13.2.2 and 14. */
const answerOf = (
  { method, headers }: Exchange['request'],
  etag: string,
  { size, type }: Pick<StoredVideo, 'size' | 'type'>,
): Part => {
  const known = headers['if-none-match']
  if (known !== undefined && (known === '*' || known.includes(etag))) return { status: 304, headers: [] }
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = byteRange(method === 'GET' && isSame ? headers.range : undefined, size)
  if (range === 'unsatisfiable')
    return {
      status: 416,
      headers: ['Content-Range', `bytes */${size}`, 'Content-Length', '0', 'Cache-Control', 'no-store'],
    }
  const { from, to } = range ?? { from: 0, to: size - 1 }
  const whole = ['Content-Type', type, 'Content-Length', String(to - from + 1)]
  return range
    ? { status: 206, headers: [...whole, 'Content-Range', `bytes ${from}-${to}/${size}`], bytes: range }
    : { status: 200, headers: whole, bytes: { from, to } }
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Answers a GET or HEAD with a video or a part of it. It is read from the store as fast as the visitor takes it, so that a slow
 * visitor holds one part in memory, not the file. Rejects before anything is sent when it cannot be had.
 */
const sendVideo = async (
  { request, response, path }: Exchange,
  video: StoredVideo,
  { name, caching, security, log }: { name: string; caching: string; security: readonly string[]; log: Log },
): Promise<void> => {
  const { method = 'GET' } = request
  // The name is the content's hash. Strong, so that `If-Range` can compare it.
  const etag = `"${name}"`
  const { status, headers, bytes } = answerOf(request, etag, video)
  const common = ['ETag', etag, 'Accept-Ranges', 'bytes', 'Cache-Control', caching, ...security]
  const body = method === 'GET' ? bytes : undefined
  // Before the head: a file that cannot be had is refused.
  const read = body && (await video.read(body.from, body.to))
  response.writeHead(status, mergedHeaders(common, fileHeaders(video), headers))
  if (read)
    await pipeline(read, response).catch((error: unknown) => {
      if (!isGone(error)) log.error('A video could not be read', { path, reason: String(error) })
    })
  else response.end()
  if (log.requests) log.request(method, path, status, body ? body.to - body.from + 1 : 0)
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  path: string
}

const headersOf: Record<number, string[]> = {
  400: ['Connection', 'close'],
  405: ['Allow', 'GET, HEAD'],
  503: ['Retry-After', '5'],
}

/** Sends the listener's short answers: redirects, and refusals of what no page and no handler takes. */
const createRefusals =
  (security: readonly string[], log: Log) =>
  ({ request, response, path }: Exchange, status: number, { html = '', headers = [] as string[] } = {}): void => {
    const { method = '' } = request
    const body = Buffer.from(html)
    response.writeHead(status, [
      ...(headersOf[status] ?? []),
      ...headers,
      ...(headers.includes('Cache-Control') ? [] : ['Cache-Control', 'no-store']),
      ...(body.length > 0 ? ['Content-Type', 'text/html; charset=utf-8'] : []),
      'Content-Length',
      String(body.length),
      ...security,
    ])
    response.end(method === 'HEAD' ? undefined : body)
    if (log.requests) log.request(method, path, status, body.length)
  }

/** A request target's path, and its query with the question mark. No path when the target is none that a page can have. */
const splitTarget = (target: string): { path: string | undefined; query: string } => {
  let relative = target
  if (!target.startsWith('/')) {
    // The absolute form, as proxies send it (RFC 9112, 3.2.2).
    const url = URL.parse(target)
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return { path: undefined, query: '' }
    relative = url.pathname + url.search
  }
  const end = relative.search(/[?#]/)
  return end < 0 ? { path: relative, query: '' } : { path: relative.slice(0, end), query: relative.slice(end) }
}

/** The address of a page: its path, and of the query the number of a further page. Other queries change no page. */
const pageAddress = (path: string, query: string): string => {
  const number = /[?&]page=(\d{1,5})(?:&|$)/.exec(query)?.[1]
  return number === undefined ? path : `${path}?page=${number}`
}

const slash = '/'.charCodeAt(0)

/**
 * The path as the site spells it: lower case, no slash at the end, no needless escapes. Unchanged when it is too long to mean one of
 * the site's paths, the longest of which has `longest` characters: an escape takes at most three for each.
 */
const canonicalPath = (path: string, longest: number): string => {
  let end = path.length
  // A regular expression would start again at each slash of a path full of them.
  while (end > 1 && path.charCodeAt(end - 1) === slash) end -= 1
  if (end > longest * 3) return path
  const plain = path.slice(0, end)
  try {
    // Part by part, as addresses of tags are made: `%23` stays one, and escapes have capitals.
    const parts = plain.split('/').map((part) => encodeURIComponent(decodeURIComponent(part).toLowerCase()))
    return parts.join('/')
  } catch {
    return plain.toLowerCase()
  }
}

/** The URL with the query that was asked for, such as `?from=news`, before its fragment. */
const withQuery = (url: string, query: string): string => {
  const [path = '', fragment] = url.split('#', 2)
  return `${path}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

const known = new Map<string, readonly number[]>()
const keepAtMost = 500
// Browsers send about 30 characters; parsing much more for each visit would let a stranger cost time.
const longest = 200
const identity = encodings.indexOf('identity')

const parse = (header: string): readonly number[] => {
  const weights = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type.replace(/^x-/, ''), q]))
  const others = weights.get('*')
  const accepted = encodings
    // Identity need not be named, and comes after everything that is.
    .map((name, index) => ({ index, q: weights.get(name) ?? others ?? (index === identity ? 0.0001 : 0) }))
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q || a.index - b.index)
    .map(({ index }) => index)
  // A client that refuses even identity gets it all the same: better than 406 (RFC 9110, 12.5.3).
  return accepted.includes(identity) ? accepted : [...accepted, identity]
}

/**
 * The encodings a client takes, best first, as indices into `encodings`: by its weights, then in our order. Cached for each spelling of
 * the header, of which browsers have a handful. A header of more than 200 characters means identity.
 */
const acceptedEncodings = (header = ''): readonly number[] => {
  if (header.length > longest) return [identity]
  const cached = known.get(header)
  if (cached !== undefined) return cached
  const accepted = parse(header)
  if (known.size >= keepAtMost) known.clear()
  known.set(header, accepted)
  return accepted
}

interface ListenerParts {
  snapshots: Snapshots
  assets: OnDemand
  themeFonts: Pick<ReadyMedia, 'ready' | 'load'>
  documents: OnDemand
  cv: Pick<OnDemand, 'ready' | 'load'>
  variants: Pick<CvVariantFiles, 'ready' | 'load'>
  media: ReadyMedia
  cards: Pick<Cards, 'ready' | 'load'>
  visibleMedia: VisibleMedia
  sharedDrafts: SharedDrafts
  /** Called when the answer to a visit has left. */
  answered: (request: IncomingMessage, path: string, status: number) => void
  app: RequestListener
  appSegments: ReadonlySet<string>
  security: readonly string[]
  log: Log
  words: () => SiteWords
}

/** True when this is not HTTP/1, or has two Host headers, which Node joins: two servers in a row could read it differently. */
const isAmbiguous = ({ httpVersionMajor, headers: { host } }: IncomingMessage): boolean =>
  httpVersionMajor !== 1 || host?.includes(',') === true

const tagsMatch = (header: string, etag: string) =>
  header === etag ||
  header === '*' ||
  // Weak comparison (RFC 9110, 13.1.2). No tag contains the quotes of another, so a list need not be split.
  header.includes(etag.slice(2))

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

const headerOf = ({ source: { headers } }: Snapshot, name: string) => headers[headers.indexOf(name) + 1] ?? ''

/** Answers a GET or HEAD from a snapshot: no framework, no database, nothing to await. */
const answerVisit = (
  request: IncomingMessage,
  response: ServerResponse,
  snapshot: Snapshot,
  path: string,
  log: Log,
): void => {
  const { method = 'GET', headers } = request
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined && snapshot.status === 200 && tagsMatch(ifNoneMatch, snapshot.etag)) {
    sendWhole(response, snapshot.unchanged)
    if (log.requests) log.request(method, path, 304, 0)
    return
  }
  for (const index of acceptedEncodings(headers['accept-encoding'])) {
    const answer = snapshot.answers[index]
    if (answer === undefined) continue
    if (method === 'GET') sendWhole(response, answer)
    else {
      sendHead(response, answer.head)
      response.end()
    }
    if (log.requests) log.request(method, path, snapshot.status, method === 'GET' ? answer.body.length : 0)
    return
  }
}

// Nothing is published: the language of the site is not known.
const preparing = plainPage(
  'Back in a moment',
  'This page is being prepared. Its owner finds the reason in the log. Please try again soon.',
)

/** Answers every request: a visit from memory before any framework, the rest by the app. */
export const createListener = (parts: ListenerParts): RequestListener => {
  const {
    snapshots,
    assets,
    themeFonts,
    documents,
    cv,
    variants,
    media,
    cards,
    visibleMedia,
    sharedDrafts,
    answered,
    app,
    appSegments,
    security,
    log,
    words,
  } = parts
  const refuse = createRefusals(security, log)
  let measured: Snapshots['current'] | undefined
  let longest = 0
  const canonicalOf = (path: string) => {
    if (measured !== snapshots.current) {
      measured = snapshots.current
      longest = 0
      for (const { length } of snapshots.paths()) longest = Math.max(longest, length)
    }
    return canonicalPath(path, longest)
  }

  // Of a list as well, whose further pages have queries.
  const redirectAt = (path: string) => {
    const snapshot = snapshots.current.get(path)
    return snapshot?.status === 308 ? snapshot : undefined
  }

  const visit = (exchange: Exchange, snapshot: Snapshot) => {
    const { request, response, path } = exchange
    if (!isRead(request)) return refuse(exchange, 405)
    answerVisit(request, response, snapshot, path, log)
    answered(request, path, snapshot.status)
  }

  const unknown = (exchange: Exchange) => {
    const page = snapshots.current.get('/404')
    if (page) visit(exchange, page)
    else refuse(exchange, 503, { html: preparing })
  }

  const unreadable = (exchange: Exchange, error: unknown) => {
    log.error('A page or a file could not be made', { path: exchange.path, reason: String(error) })
    const { refusals } = words()
    refuse(exchange, 503, { html: plainPage(refusals.later, refusals.unreadable, words()) })
  }

  const later = <T>(
    exchange: Exchange,
    loading: Promise<T | undefined>,
    answer: (exchange: Exchange, found: T) => void,
  ) => {
    loading.then(
      (found) => (found ? answer(exchange, found) : unknown(exchange)),
      (error: unknown) => unreadable(exchange, error),
    )
  }

  const show = (exchange: Exchange, found: MediaAnswer) => {
    if ('snapshot' in found) return visit(exchange, found.snapshot)
    const { video, ...options } = found
    if (!isRead(exchange.request)) refuse(exchange, 405)
    else if ('movedTo' in video) refuse(exchange, 302, { headers: ['Location', video.movedTo] })
    else sendVideo(exchange, video, { ...options, security, log }).catch((error) => unreadable(exchange, error))
  }

  return (request, response) => {
    if (isAmbiguous(request)) return refuse({ request, response, path: '-' }, 400)
    const target = request.url ?? ''
    const known = snapshots.current.get(target)
    if (known !== undefined) return visit({ request, response, path: target }, known)
    const { path, query } = splitTarget(target)
    if (path === undefined) return refuse({ request, response, path: '-' }, 400)
    const exchange = { request, response, path }
    const address = pageAddress(path, query)
    const ready =
      snapshots.current.get(address) ??
      snapshots.later.ready(address) ??
      redirectAt(path) ??
      assets.ready(path) ??
      themeFonts.ready(path) ??
      media.ready(path) ??
      cards.ready(path) ??
      documents.ready(path) ??
      cv.ready(path) ??
      variants.ready(path, query)
    if (ready?.status === 308 && query !== '' && isRead(request)) {
      const location = withQuery(headerOf(ready, 'Location'), query)
      // Where a page moved it may move back: kept for longer, the two would lead to each other.
      const caching = headerOf(ready, 'Cache-Control')
      return refuse(exchange, 308, { headers: ['Location', location, 'Cache-Control', caching] })
    }
    if (ready !== undefined) return visit(exchange, ready)
    const card = cards.load(path)
    if (card) return later(exchange, card, visit)
    if (path.startsWith('/media/')) return later(exchange, visibleMedia(request, path), show)
    // The log never has a token.
    if (path.startsWith(sharePath)) return later({ ...exchange, path: `${sharePath}*` }, sharedDrafts(path), show)
    const loading = snapshots.later.load(address) ?? documents.load(path) ?? cv.load(path) ?? assets.load(path)
    if (loading) return later(exchange, loading, visit)
    const other = variants.load(path, query) ?? themeFonts.load(path)
    if (other) return later(exchange, other, visit)
    if (appSegments.has(path.split('/', 2)[1] ?? '')) return app(request, response)
    const canonical = canonicalOf(path)
    if (canonical === path || !snapshots.has(canonical)) return unknown(exchange)
    refuse(exchange, 308, { headers: ['Location', canonical + query, 'Cache-Control', 'public, max-age=3600'] })
  }
}
