import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { Snapshot } from '../publishing/snapshots.ts'
import { acceptedEncodings } from './accept-encoding.ts'
import { sendHead, sendWhole } from './send-head.ts'

const tagsMatch = (header: string, etag: string) =>
  header === etag ||
  header === '*' ||
  // A weak comparison, as RFC 9110, 13.1.2 asks: W/ or not does not matter.
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))

/**
 * Answers a GET or HEAD from a snapshot: no framework, no database, nothing to await.
 * Reads `rawHeaders` because `headers` would build an object of them all.
 */
export const answerVisit = (
  request: IncomingMessage,
  response: ServerResponse,
  snapshot: Snapshot,
  path: string,
  log: Log,
): void => {
  const { method = 'GET', rawHeaders } = request
  let accept = ''
  let ifNoneMatch: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 15) {
      if (name.toLowerCase() === 'accept-encoding')
        accept = accept === '' ? (rawHeaders[i + 1] as string) : `${accept},${rawHeaders[i + 1]}`
    } else if (name.length === 13 && name.toLowerCase() === 'if-none-match') ifNoneMatch = rawHeaders[i + 1]
  }
  if (ifNoneMatch !== undefined && snapshot.status === 200 && tagsMatch(ifNoneMatch, snapshot.etag)) {
    sendHead(response, snapshot.unchanged)
    response.end()
    if (log.requests) log.request(method, path, 304, 0)
    return
  }
  for (const index of acceptedEncodings(accept)) {
    const answer = snapshot.answers[index]
    if (answer === undefined) continue
    if (method === 'GET') sendWhole(response, answer.head, answer.body)
    else {
      sendHead(response, answer.head)
      response.end()
    }
    if (log.requests) log.request(method, path, snapshot.status, method === 'GET' ? answer.body.length : 0)
    return
  }
}
