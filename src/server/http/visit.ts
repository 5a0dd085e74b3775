import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../process/log.ts'
import type { Snapshot } from '../publishing/snapshots.ts'
import { acceptedEncodings } from './accept-encoding.ts'
import { sendHead, sendWhole } from './node-internals.ts'

const tagsMatch = (header: string, etag: string) =>
  header === etag ||
  header === '*' ||
  // Weak comparison (RFC 9110, 13.1.2). No tag contains the quotes of another, so a list need not be split.
  header.includes(etag.slice(2))

/** Answers a GET or HEAD from a snapshot: no framework, no database, nothing to await. */
export const answerVisit = (
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
