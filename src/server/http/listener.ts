import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { plainPage } from '../endpoint/errors.ts'
import type { ReadyMedia } from '../media/ready-media.ts'
import type { Log } from '../process/log.ts'
import type { Snapshot, Snapshots } from '../publishing/snapshots.ts'
import type { Assets } from './assets.ts'
import { createRefusals } from './refusals.ts'
import { canonicalPath, splitTarget } from './target.ts'
import { answerVisit } from './visit.ts'

export interface ListenerParts {
  snapshots: Snapshots
  assets: Assets
  documents: Assets
  media: ReadyMedia
  /** Everything that is not read from memory. */
  app: RequestListener
  /** The first parts of the app's addresses, `api` of `/api/messages`. */
  appSegments: ReadonlySet<string>
  security: readonly string[]
  log: Log
}

const longestOf = (paths: Iterable<string>) => {
  let longest = 0
  for (const { length } of paths) longest = Math.max(longest, length)
  return longest
}

/** Whether this is not HTTP/1, or has two Host headers, which Node joins: two servers in a row could read it differently. */
const isAmbiguous = ({ httpVersionMajor, headers: { host } }: IncomingMessage): boolean =>
  httpVersionMajor !== 1 || host?.includes(',') === true

/** Answers every request: a visit from memory before any framework, the rest by the app. */
export const createListener = (parts: ListenerParts): RequestListener => {
  const { snapshots, assets, documents, media, app, appSegments, security, log } = parts
  const refuse = createRefusals(security, log)
  let measured: Snapshots['current'] | undefined
  let longest = 0
  const canonicalOf = (path: string) => {
    if (measured !== snapshots.current) {
      measured = snapshots.current
      longest = longestOf(measured.keys())
    }
    return canonicalPath(path, longest)
  }

  const visit = (request: IncomingMessage, response: ServerResponse, snapshot: Snapshot, path: string) => {
    if (request.method === 'GET' || request.method === 'HEAD') answerVisit(request, response, snapshot, path, log)
    else refuse(request, response, path, 405)
  }

  const unknown = (request: IncomingMessage, response: ServerResponse, path: string) => {
    const page = snapshots.current.get('/404')
    // Only while the first publish has not succeeded are there no pages at all.
    if (page) visit(request, response, page, path)
    else
      refuse(
        request,
        response,
        path,
        503,
        plainPage(
          'Back in a moment',
          'This page is being prepared. Its owner finds the reason in the log. Please try again soon.',
        ),
      )
  }

  const later = (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    loading: Promise<Snapshot | undefined>,
  ) => {
    loading.then(
      (snapshot) => (snapshot ? visit(request, response, snapshot, path) : unknown(request, response, path)),
      (error: unknown) => {
        log.error('A file could not be read', { path, reason: String(error) })
        refuse(
          request,
          response,
          path,
          503,
          plainPage('Back in a moment', 'This file cannot be read just now. Please try again soon.'),
        )
      },
    )
  }

  return (request, response) => {
    if (isAmbiguous(request)) {
      refuse(request, response, '-', 400)
      return
    }
    const target = request.url ?? ''
    const known = snapshots.current.get(target)
    if (known !== undefined) {
      visit(request, response, known, target)
      return
    }
    const { path, query } = splitTarget(target)
    if (path === undefined) {
      refuse(request, response, '-', 400)
      return
    }
    const ready = snapshots.current.get(path) ?? assets.ready(path) ?? media.ready(path) ?? documents.ready(path)
    if (ready !== undefined) {
      visit(request, response, ready, path)
      return
    }
    const document = documents.load(path)
    if (document) {
      later(request, response, path, document)
      return
    }
    if (appSegments.has(path.split('/', 2)[1] ?? '')) {
      app(request, response)
      return
    }
    const loading = assets.load(path) ?? (path.startsWith('/media/') ? media.load(path) : undefined)
    if (loading) {
      later(request, response, path, loading)
      return
    }
    const canonical = canonicalOf(path)
    if (canonical !== path && snapshots.current.has(canonical))
      refuse(request, response, path, 308, '', ['Location', canonical + query])
    else unknown(request, response, path)
  }
}
