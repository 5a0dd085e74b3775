import { createHash } from 'node:crypto'
import { http } from '../process/node-http.ts'
import { type Bodies, type Encoding, encodings } from './compression.ts'

/** The head of an answer, the same for every visit but for its date. */
export interface AnswerHead {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: string[]
  readonly text: string
}

export const createAnswerHead = (status: number, headers: string[]): AnswerHead => {
  const lines = headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  return { status, headers, text: `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}` }
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
