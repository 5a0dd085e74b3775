import { createHash } from 'node:crypto'
import { type AnswerHead, createAnswerHead } from './answer-head.ts'
import { type Bodies, type Encoding, encodings } from './compression.ts'

/** A ready answer: written out as it is. */
export interface Answer {
  readonly head: AnswerHead
  readonly body?: Buffer
}

/** In one encoding. */
interface FullAnswer extends Answer {
  readonly body: Buffer
}

/** The stored, ready form of one address. Nothing of it is made while a visitor waits. */
export interface Snapshot {
  readonly status: number
  /** Weak: the same page in another encoding, or compressed better, is still that page. */
  readonly etag: string
  /** In the order of `encodings`; identity is always there. */
  readonly answers: (FullAnswer | undefined)[]
  /** The 304. */
  readonly unchanged: Answer
  readonly source: Omit<Source, 'bodies'>
}

/** Parts of a snapshot. `headers` go with every answer, 304 included. */
export interface Source {
  status: number
  type: string
  bodies: Bodies
  etag: string
  headers: readonly string[]
}

/** The entity tag of a body that is sent with these headers: equal tag, equal answer. */
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

/** Puts together all that the answers at one address need. */
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

/** The body in an encoding, if there is one. */
export const bodyOf = (snapshot: Snapshot, encoding: Encoding): Buffer | undefined =>
  snapshot.answers[encodings.indexOf(encoding)]?.body

/** The bytes of a snapshot as they were rendered. */
export const identityOf = (snapshot: Snapshot): Buffer => bodyOf(snapshot, 'identity') as Buffer

/** Gives a snapshot a body in one more encoding, or a smaller one; one assignment, so that no visit sees half of it. */
export const setBody = (snapshot: Snapshot, encoding: Encoding, body: Buffer): void => {
  snapshot.answers[encodings.indexOf(encoding)] = answerOf(snapshot.source, body, encoding)
}

/** Every address of the site as it is now. `current` is replaced whole: a visit sees one revision or the next, never both. */
export interface Snapshots {
  current: ReadonlyMap<string, Snapshot>
}

/** No page yet: what stands before the first publish. */
export const createSnapshots = (): Snapshots => ({ current: new Map() })
