import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Account, TokenScope } from '../../model/accounts/account.ts'
import type { Call, Calls, nothing, ParamsOf, ReaderOf } from '../../model/calls.ts'
import { Invalid, VitrineError } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { byToken } from '../../model/journal/change.ts'
import type { AttemptLimit } from '../limits/attempts.ts'
import { readFields, storableCookies } from './request-body.ts'

/** The IP address in a text, without the port that some proxies add (`1.2.3.4:5678`, `[2001:db8::1]:443`). */
const ipOf = (text: string): string | undefined => {
  const plain = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  // A client can choose any zone.
  if (isIP(plain) === 0 || plain.includes('%')) return undefined
  // Canonical, so that an IPv4 address inside an IPv6 one is recognised.
  return isIPv6(plain) ? new SocketAddress({ address: plain, family: 'ipv6' }).address : plain
}

/** The item of a list at this position from its end, or the first item. Splits no more of the list than necessary. */
const fromTheEnd = (list: string, position: number): string => {
  let part = ''
  let end = list.length
  for (let count = 0; count < position && end >= 0; ) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1)
    const text = list.slice(comma + 1, end).trim()
    if (text !== '') {
      part = text
      count += 1
    }
    end = comma
  }
  return part
}

/**
 * The client's IP address: the socket's or, behind `trusted` proxies, the one that the outermost of them saw. Items that the client wrote
 * itself are ignored, and so is text that is no IP address, which could be different in each call.
 */
export const clientIp = (request: IncomingMessage | undefined, trusted: number): string => {
  const socket = request?.socket.remoteAddress ?? 'unknown'
  if (trusted === 0) return socket
  const header = [request?.headers['x-forwarded-for'] ?? []].flat().join(',')
  return ipOf(fromTheEnd(header, trusted)) ?? socket
}

/** Addresses that belong to one client, by which it is counted: an IPv4 address or an IPv6 /64. */
export const ipGroup = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = (plain.split('%')[0] as string).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const whole =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The /48 around an IPv6 `ipGroup`, all of which one customer often has (RFC 6177); other groups as they are. */
export const customerOf = (group: string): string =>
  group.endsWith('::/64') ? `${group.split(':').slice(0, 3).join(':')}::/48` : group

/** The network around an `ipGroup`, all of which one client can often use: an IPv6 /48, an IPv4 /24. */
export const networkOf = (group: string): string =>
  isIPv4(group) ? `${group.slice(0, group.lastIndexOf('.'))}.0/24` : customerOf(group)

type OtherAnswer = 'SeeOther' | 'Unauthenticated' | 'NotFound' | 'Gone' | 'TooLarge' | 'UnsupportedType'

/** What the server adds to a call: what its documentation says besides, and what its body may weigh. */
interface Facts {
  /** Bytes that the body may have; 64 kB unless it says more. */
  size?: number
  status?: 200 | 201 | 204 | 302
  /** Another content type of the answer, for who does not ask for JSON; the only one of a call without `answer`. */
  alsoAs?: string
  /** Answers besides those of all calls with the same callers (`openapi`). */
  others?: readonly OtherAnswer[]
}

/** Input and answer of a call, for its checks and its documentation. */
export interface Operation extends Call, Facts {
  summary: string
}

export interface Endpoint {
  handle: Handler
  /** Name in the security log, of calls that let somebody in or out or change permissions. */
  event?: string
  operation: Operation
}

/** The body, validated; `size` in bytes. Throws `Invalid`, `TooLarge`, `UnsupportedType`. */
const readBody = async <T>(context: AppContext, schema: z.ZodType<T>, size = 64 * 1024): Promise<T> =>
  parse(schema, await readFields(context.req.raw, size))

/** The query, validated; a name that is given twice counts once. */
const readQuery = <T>(context: AppContext, schema: z.ZodType<T>): T => parse(schema, context.req.query())

/** The version in `If-Match`, bare or as an entity tag; undefined when there is none, or any will do. */
const versionOf = (context: AppContext): number | undefined => {
  const header = context.req.header('if-match')
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined) throw new Invalid({ 'If-Match': 'Name the version, as in If-Match: "3".' })
  return Number(version)
}

type Read<S> = S extends z.ZodType ? z.output<S> : undefined

/** A call as it came: what its row names is read and valid, with the parameters of its path. */
type Taken<C extends Call, Path> = ParamsOf<Path> & {
  context: AppContext
  query: Read<C['query']>
  body: Read<ReaderOf<C>>
  /** Author of what is written, and the version that it was based on. */
  based: { by: string; version: C['versioned'] extends 'must' ? number : number | undefined }
}

/** What is sent as JSON. Of an empty answer nothing is: its `run` may return what it likes. */
type Reply<A> = A extends z.ZodType
  ? z.output<A> extends z.output<ReturnType<typeof nothing>>
    ? unknown
    : z.output<A> | Response
  : unknown
type Run<C extends Call, Path> = (call: Taken<C, Path>) => Reply<C['answer']> | Promise<Reply<C['answer']>>
type More = Facts & Pick<Endpoint, 'event'>
type Served<C extends Call, Path> =
  | readonly [summary: string, run: Run<C, Path>]
  | readonly [summary: string, more: More, run: Run<C, Path>]

const endpointOf = (call: Call, summary: string, { event, ...facts }: More, run: Run<Call, string>): Endpoint => {
  const { query, body, reads = body, versioned } = call
  const { size, status = 200, alsoAs } = facts
  const isEmpty = alsoAs !== undefined || status === 204 || status === 302
  return {
    ...(event === undefined ? {} : { event }),
    operation: { summary, ...(isEmpty ? {} : { answer: z.looseObject({}) }), ...call, ...facts },
    handle: async (context) => {
      const taken = {
        ...context.req.param(),
        context,
        query: query && readQuery(context, query),
        body: reads && (await readBody(context, reads, size)),
      }
      const version = versioned && versionOf(context)
      if (versioned === 'must' && version === undefined)
        throw new Invalid({ 'If-Match': 'Name the version that the change was based on, as in If-Match: "3".' })
      const result = await run({ ...taken, based: { ...authorOf(context), version } } as Taken<Call, string>)
      if (result instanceof Response) return result
      return context.json((result === undefined ? {} : result) as object, status as 200)
    },
  }
}

/** Endpoints of calls: they take what the row of each names, and answer with JSON, the result of `run`, or an empty object. */
export const endpoints = <C extends Calls, K extends keyof C & keyof Calls>(
  calls: C,
  served: { [Key in K]: Served<C[Key], Key> },
) =>
  Object.fromEntries(
    Object.entries(served as object as Record<string, Served<Call, string>>).map(([key, [summary, ...rest]]) => {
      const [more, run] = rest.length === 1 ? [{}, ...rest] : rest
      return [key, endpointOf(calls[key as keyof Calls] as Call, summary, more, run)]
    }),
  ) as { [Key in K]: Endpoint }

/** The same value; the answer's entity tag names its version. */
export const tagged = <T extends { version: number }>(context: AppContext, value: T): T => {
  context.header('ETag', `"${value.version}"`)
  return value
}

/** Caller of a guarded route: a person with a session, or a script with one of the owner's API tokens. */
export type Identity =
  | { kind: 'person'; userId: string; account: Account; sessionId: string; signedInAt: string; remembered: boolean }
  | { kind: 'token'; userId: string; name: string; scope: TokenScope }

interface SecurityNote {
  /** Name of the event, when it differs from the endpoint’s. */
  event?: string
  /** Id of the account; never typed text. */
  account?: string | undefined
  /** Type of the credential. */
  how?: string
  outcome?: 'done' | 'refused' | 'second step'
  /** Ended sessions and the like, in words. */
  ended?: string
  /** Reason of a refusal; a fixed text. */
  reason?: string
}

export type AppContext = Context<{
  Bindings: Partial<HttpBindings>
  /** `identity` is set by the guard, and undefined for anonymous callers. */
  Variables: { requestId: string; identity: Identity | undefined; security: SecurityNote | undefined }
}>
export type Handler = (context: AppContext) => Response | Promise<Response>

/** Tells when visitors see what was written; an answer waits for it. */
export interface Shown {
  shown(): Promise<void>
}

export const noteSecurity = (context: AppContext, note: SecurityNote): void => {
  context.set('security', { ...context.get('security'), ...note })
}

export interface Caller {
  cookie: string
  userAgent: string
  /** The IP address group; never from an untrusted header. */
  ip: string
}

export const callerOf = (context: AppContext, trustProxy: number): Caller => ({
  cookie: storableCookies(context.req.header('cookie') ?? ''),
  userAgent: context.req.header('user-agent') ?? '',
  ip: ipGroup(clientIp(context.env?.incoming, trustProxy)),
})

/** The caller of a route that is for persons only. */
export const personOf = (context: AppContext): Extract<Identity, { kind: 'person' }> => {
  const identity = context.get('identity')
  if (identity?.kind !== 'person') throw new VitrineError('unauthenticated', 'Sign in first.')
  return identity
}

/** Author of a change in the journal: an account or a token. */
const authorOf = (context: AppContext): { by: string } => {
  const identity = context.get('identity')
  return { by: identity?.kind === 'token' ? byToken(identity.name) : (identity?.userId ?? 'unknown') }
}

export interface Route {
  /** Permitted callers; checked before the handler runs. API tokens satisfy `owner` only. */
  who: 'anyone' | 'signed in' | 'owner' | 'owner in person'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Requires a recent sign-in: the call could lock the owner out or let somebody in permanently. */
  fresh?: true
  /** Calls of everybody together; one with invalid input does not count. */
  limit?: AttemptLimit
  /** `memory`: answered by the listener from snapshots, assets and images, before routing. */
  handle: Handler | 'memory'
  operation?: Operation
  event?: string
  /** A page for people: other callers are redirected. */
  page?: true
  /** Other origins whose pages may call it too, without credentials (CORS). */
  from?: readonly string[]
  /** Redirect for a browser that opens this call as a page, by reloading after a form, without permission. */
  elsewhere?: string
}
