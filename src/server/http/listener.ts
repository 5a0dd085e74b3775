import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { plainPage } from '../endpoint/errors.ts'
import type { ReadyMedia } from '../media/ready-media.ts'
import type { Log } from '../process/log.ts'
import type { Snapshot, Snapshots } from '../publishing/snapshots.ts'
import { acceptedEncodings } from './accept-encoding.ts'
import { sendHead, sendWhole } from './node-internals.ts'
import type { OnDemand } from './on-demand.ts'
import { createRefusals, type Exchange } from './refusals.ts'
import { canonicalPath, splitTarget } from './target.ts'

export interface ListenerParts {
  snapshots: Snapshots
  assets: OnDemand
  documents: OnDemand
  media: ReadyMedia
  app: RequestListener
  appSegments: ReadonlySet<string>
  security: readonly string[]
  log: Log
}

/** True when this is not HTTP/1, or has two Host headers, which Node joins: two servers in a row could read it differently. */
const isAmbiguous = ({ httpVersionMajor, headers: { host } }: IncomingMessage): boolean =>
  httpVersionMajor !== 1 || host?.includes(',') === true

const tagsMatch = (header: string, etag: string) =>
  header === etag ||
  header === '*' ||
  // Weak comparison (RFC 9110, 13.1.2). No tag contains the quotes of another, so a list need not be split.
  header.includes(etag.slice(2))

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

const preparing = plainPage(
  'Back in a moment',
  'This page is being prepared. Its owner finds the reason in the log. Please try again soon.',
)
const unreadable = plainPage('Back in a moment', 'This file cannot be read just now. Please try again soon.')

/** Answers every request: a visit from memory before any framework, the rest by the app. */
export const createListener = (parts: ListenerParts): RequestListener => {
  const { snapshots, assets, documents, media, app, appSegments, security, log } = parts
  const refuse = createRefusals(security, log)
  let measured: Snapshots['current'] | undefined
  let longest = 0
  const canonicalOf = (path: string) => {
    if (measured !== snapshots.current) {
      measured = snapshots.current
      longest = [...measured.keys()].reduce((most, { length }) => Math.max(most, length), 0)
    }
    return canonicalPath(path, longest)
  }

  const visit = (exchange: Exchange, snapshot: Snapshot) => {
    const { request, response, path } = exchange
    if (request.method === 'GET' || request.method === 'HEAD') answerVisit(request, response, snapshot, path, log)
    else refuse(exchange, 405)
  }

  const unknown = (exchange: Exchange) => {
    const page = snapshots.current.get('/404')
    if (page) visit(exchange, page)
    else refuse(exchange, 503, { html: preparing })
  }

  const visitLater = (exchange: Exchange, loading: Promise<Snapshot | undefined>) => {
    loading.then(
      (snapshot) => (snapshot ? visit(exchange, snapshot) : unknown(exchange)),
      (error: unknown) => {
        log.error('A file could not be read', { path: exchange.path, reason: String(error) })
        refuse(exchange, 503, { html: unreadable })
      },
    )
  }

  return (request, response) => {
    if (isAmbiguous(request)) return refuse({ request, response, path: '-' }, 400)
    const target = request.url ?? ''
    const known = snapshots.current.get(target)
    if (known !== undefined) return visit({ request, response, path: target }, known)
    const { path, query } = splitTarget(target)
    if (path === undefined) return refuse({ request, response, path: '-' }, 400)
    const exchange = { request, response, path }
    const ready = snapshots.current.get(path) ?? assets.ready(path) ?? media.ready(path) ?? documents.ready(path)
    if (ready !== undefined) return visit(exchange, ready)
    const loading = documents.load(path) ?? assets.load(path) ?? media.load(path)
    if (loading) return visitLater(exchange, loading)
    if (appSegments.has(path.split('/', 2)[1] ?? '')) return app(request, response)
    const canonical = canonicalOf(path)
    if (canonical === path || !snapshots.current.has(canonical)) return unknown(exchange)
    refuse(exchange, 308, { headers: ['Location', canonical + query] })
  }
}
