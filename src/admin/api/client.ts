import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'
import type { authCalls, userCalls } from '../../model/accounts/account-calls.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '../../model/calls.ts'
import type { connectionCalls } from '../../model/connections/connection.ts'
import type { entryCalls } from '../../model/content/entry.ts'
import type { cvCalls } from '../../model/cv/variant-facts.ts'
import type { ErrorCode } from '../../model/errors.ts'
import type { healthCalls } from '../../model/health/health.ts'
import type { importCalls } from '../../model/imports/import-table.ts'
import type { spamCalls } from '../../model/inbox/spam-dry-run.ts'
import type { inboxCalls } from '../../model/inbox/stored-message.ts'
import type { changeCalls } from '../../model/journal/change.ts'
import type { mediaCalls } from '../../model/media/media-item.ts'
import type { pageCalls } from '../../model/pages/page-of-starter.ts'
import type { draftCalls } from '../../model/publishing/draft.ts'
import type { siteCalls } from '../../model/publishing/past-site.ts'
import type { shareCalls } from '../../model/publishing/share-link.ts'
import type { readinessCalls } from '../../model/readiness/readiness.ts'
import type { settingsCalls } from '../../model/settings/settings.ts'
import type { setupCalls } from '../../model/setup/setup-state.ts'
import type { testimonialCalls } from '../../model/testimonials/request.ts'
import type { themeCalls } from '../../model/themes/theme.ts'
import type { visitCalls } from '../../model/visits/visits.ts'
import { activity } from './activity.ts'
import { acts } from './acts.ts'
import { sessionGate } from './session-gate.ts'

/** Every call of the server, by its method and path. */
interface Table
  extends ReturnType<typeof authCalls>,
    ReturnType<typeof userCalls>,
    ReturnType<typeof mediaCalls>,
    ReturnType<typeof entryCalls>,
    ReturnType<typeof settingsCalls>,
    ReturnType<typeof themeCalls>,
    ReturnType<typeof cvCalls>,
    ReturnType<typeof shareCalls>,
    ReturnType<typeof siteCalls>,
    ReturnType<typeof draftCalls>,
    ReturnType<typeof changeCalls>,
    ReturnType<typeof importCalls>,
    ReturnType<typeof pageCalls>,
    ReturnType<typeof setupCalls>,
    ReturnType<typeof connectionCalls>,
    ReturnType<typeof readinessCalls>,
    ReturnType<typeof healthCalls>,
    ReturnType<typeof visitCalls>,
    ReturnType<typeof testimonialCalls>,
    ReturnType<typeof inboxCalls>,
    ReturnType<typeof spamCalls> {}
type Name = keyof Table

/** A part of the arguments, optional where all of it is. */
type Given<Part extends string, T> = T extends undefined
  ? { [Key in Part]?: never }
  : object extends T
    ? { [Key in Part]?: T }
    : { [Key in Part]: T }
export type QueryTo<N extends Name> = QueryOf<Table[N]>
export type AnswerTo<N extends Name> = AnswerOf<Table[N]>
type Place<N extends Name> = ParamsOf<N> & Given<'query', QueryTo<N>>
interface Options {
  version?: number | undefined
  signal?: AbortSignal | undefined
  /** No act of the owner, whose undo by key it would be. */
  isQuiet?: boolean
}
type Input<N extends Name> = Place<N> &
  Given<'body', BodyOf<Table[N]>> &
  Options &
  (Table[N] extends { versioned: 'must' } ? { version: number } : unknown)
type Optional<T> = object extends T ? [given?: T] : [given: T]

/** `offline`: no answer of the server. `internal`: a fault of it. */
export type ApiErrorCode = ErrorCode | 'offline' | 'internal'

export class ApiError extends Error {
  readonly code: ApiErrorCode
  /** The HTTP status; 0 when no answer of the server came. */
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** Stored state, when a write was based on an older version. */
  readonly current: unknown
  readonly requestId: string | undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: ApiErrorCode,
    message: string,
    details: {
      status?: number
      fields?: Record<string, string> | undefined
      current?: unknown
      requestId?: string | undefined
      retryAfter?: number | undefined
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? 0
    this.fields = details.fields ?? {}
    this.current = details.current
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
  }
}

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('internal', error instanceof Error ? error.message : String(error))

const isRetryable = (error: unknown) => error instanceof ApiError && ['offline', 'unavailable'].includes(error.code)

const isFirstLoad = (query: Query) =>
  query.isActive() && query.state.fetchStatus === 'fetching' && query.state.data === undefined

/**
 * An answer that is on its way when its query is invalidated may be older than the write. The library fetches again, except for a first
 * answer, which it would wait for and then take to be fresh.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const { predicate = () => true } = filters
    await this.cancelQueries({
      ...filters,
      predicate: (query) => isFirstLoad(query) && predicate(query),
    } as InvalidateQueryFilters)
    return super.invalidateQueries(filters, options)
  }
}

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      networkMode: 'always',
      retry: (count, error) => count < 2 && isRetryable(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
    // A write is never retried silently.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** After a write that may touch anything: what is shown is read again now, the rest when it is shown. */
export const forgetAll = (): Promise<void> => queryClient.invalidateQueries()

/** Pages of a list, one after the other. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
}

export interface Answer<T> {
  data: T
  version: number | undefined
  headers: Headers
}

/** Writes that may change what is not yet visible. */
const touchesDrafts = /^\/api\/(?:entries|settings|changes|publications|discards)/

interface Untyped extends Options {
  body?: unknown
  query?: object
}

const addressOf = (name: string, { query = {}, ...params }: Untyped = {}): [method: string, url: string] => {
  const [method = '', path = ''] = name.split(' ')
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  const filled = path.replace(/:(\w+)/g, (_, key: keyof typeof params) => encodeURIComponent(String(params[key])))
  return [method, search.size ? `${filled}?${search}` : filled]
}

/** Method and URL of a call, for what is sent otherwise. */
export const address = <N extends Name>(name: N, ...[given]: Optional<Place<N>>) => addressOf(name, given)

export const urlOf = <N extends Name>(name: N, ...given: Optional<Place<N>>): string => address(name, ...given)[1]

/** True when a proxy answered in place of the server, which may all the same have done what it was asked for. */
export const isFromProxy = (status: number, error: string | undefined) =>
  (status === 404 || status >= 502) && error === undefined

const unreachable = 'The server cannot be reached. Check the connection, then try again.'

/** Undefined where it is no JSON: the API answers nothing else. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = (response: Response, json: unknown): ApiError => {
  const body = (json ?? {}) as { error?: string; message?: string; fields?: Record<string, string>; current?: unknown }
  // A login or maintenance page in place of the answer counts as none.
  if (response.ok || isFromProxy(response.status, body.error)) return new ApiError('offline', unreachable)
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ApiError(
    (body.error ?? 'internal') as ApiErrorCode,
    body.message ?? 'The server sent an unexpected answer. Try again in a moment.',
    {
      status: response.status,
      fields: body.fields,
      current: body.current,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: retryAfter > 0 ? retryAfter : undefined,
    },
  )
}

let aheadMs = 0

/** The time of the server's clock (Unix, ms), as its last answer had it, to a second: that of this device may be hours off. */
export const serverTime = (at = Date.now()): number => at + aheadMs

/** A task of its own. A timer would have one a second in a window that is hidden. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

let lastTurn = Promise.resolve()

const changeOf = ({ headers }: Response): number | undefined => Number(headers.get('x-change')) || undefined

const send = async (name: string, given: Untyped = {}): Promise<Answer<unknown>> => {
  const { body, version, signal, isQuiet } = given
  const [method, url] = addressOf(name, given)
  const headers: Record<string, string> = { accept: 'application/json' }
  const form = body instanceof FormData
  if (body !== undefined && !form) headers['content-type'] = 'application/json'
  if (version !== undefined) headers['if-match'] = `"${version}"`
  // Asked again each time: of `/api/content` a browser may keep an answer and show the state before the last publish.
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-cache', signal: signal ?? null }
  if (body !== undefined) init.body = form ? body : JSON.stringify(body)
  const done = activity.begin()
  try {
    const [response, text] = await fetch(url, init)
      .then(async (response) => [response, await response.text()] as const)
      .catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw new ApiError('offline', unreachable)
      })
    const sentAt = Date.parse(response.headers.get('date') ?? '')
    if (sentAt) aheadMs = sentAt - Date.now()
    await activity.released
    if (method !== 'GET') {
      // Answers that waited for the same release come one a task: each caller finds its own change as the last one.
      lastTurn = lastTurn.then(nextTask)
      await lastTurn
    }
    const json = parsed(text)
    const refusal = response.ok && json !== undefined ? undefined : failure(response, json)
    if (refusal?.code !== 'offline') activity.answered()
    if (refusal) throw refusal
    // An undo is noted by its caller, who knows what it undid.
    if (method !== 'GET' && !isQuiet && !name.endsWith('/undo')) acts.note(changeOf(response))
    if (method !== 'GET' && touchesDrafts.test(url)) void queryClient.invalidateQueries({ queryKey: ['drafts'] })
    const tag = /^(?:W\/)?"(\d+)"$/.exec(response.headers.get('etag') ?? '')?.[1]
    const version = tag === undefined ? undefined : Number(tag)
    return { data: json, version, headers: response.headers }
  } finally {
    done()
  }
}

const sendSignedIn = async (name: string, given?: Untyped): Promise<Answer<unknown>> => {
  try {
    return await send(name, given)
  } catch (error) {
    const tooOld = error instanceof ApiError && error.code === 'sign-in-again'
    const ended = error instanceof ApiError && error.status === 401 && !name.includes(' /api/auth/')
    if (!tooOld && !ended) throw error
    // A dialog asks the user to sign in; then the call is sent again.
    await sessionGate.wait(error, tooOld ? 'old' : 'ended')
    return send(name, given)
  }
}

/** Like `call`, with the version of the answer. Throws `ApiError`. */
export const callVersioned = <N extends Name>(name: N, ...[given]: Optional<Input<N>>) =>
  sendSignedIn(name, given) as Promise<Answer<AnswerTo<N>>>

/**
 * Calls the server, by the method and path of a row in the model. If the session has ended or is too old, waits until the user signs in
 * and retries. Throws `ApiError`.
 */
export const call = async <N extends Name>(name: N, ...given: Optional<Input<N>>) =>
  (await callVersioned(name, ...given)).data
