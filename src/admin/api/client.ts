import { activity } from './activity.ts'
import { acts } from './acts.ts'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { sessionGate } from './session-gate.ts'

export interface Call {
  /** Sent as JSON; `FormData` is sent unchanged. */
  body?: unknown
  query?: Record<string, string | number | boolean | undefined>
  version?: number | undefined
  signal?: AbortSignal | undefined
  /** No act of the owner, whose undo by key it would be. */
  isQuiet?: boolean
}

export interface Answer<T> {
  data: T
  version: number | undefined
  headers: Headers
}

/** Writes that may change what is not yet visible. */
const touchesDrafts = /^\/api\/(?:entries|settings|changes|publications|discards)/

const urlOf = (path: string, query: Call['query'] = {}) => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
  return params.size ? `${path}?${params}` : path
}

const failure = (response: Response, json: unknown): ApiError => {
  const body = (json ?? {}) as { error?: string; message?: string; fields?: Record<string, string>; current?: unknown }
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

const changeOf = ({ headers }: Response): number | undefined => Number(headers.get('x-change')) || undefined

const send = async <T>(
  method: string,
  path: string,
  { body, query, version, signal, isQuiet }: Call,
): Promise<Answer<T>> => {
  const headers: Record<string, string> = { accept: 'application/json' }
  const form = body instanceof FormData
  if (body !== undefined && !form) headers['content-type'] = 'application/json'
  if (version !== undefined) headers['if-match'] = `"${version}"`
  // Asked again each time: of `/api/content` a browser may keep an answer and show the state before the last publish.
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-cache', signal: signal ?? null }
  if (body !== undefined) init.body = form ? body : JSON.stringify(body)
  const done = activity.begin()
  try {
    const response = await fetch(urlOf(path, query), init).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError('offline', 'The server cannot be reached. Check the connection, then try again.')
    })
    const text = await response.text()
    await activity.released
    activity.answered()
    const json: unknown = text.startsWith('{') || text.startsWith('[') || text === 'null' ? JSON.parse(text) : undefined
    if (!response.ok) throw failure(response, json)
    // An undo is noted by its caller, who knows what it undid.
    if (method !== 'GET' && !isQuiet && !path.endsWith('/undo')) acts.note(changeOf(response))
    if (method !== 'GET' && touchesDrafts.test(path)) void queryClient.invalidateQueries({ queryKey: ['drafts'] })
    const tag = /^(?:W\/)?"(\d+)"$/.exec(response.headers.get('etag') ?? '')?.[1]
    const version = tag === undefined ? undefined : Number(tag)
    return { data: json as T, version, headers: response.headers }
  } finally {
    done()
  }
}

/** Like `request`, with the version of the answer. Throws `ApiError`. */
export const requestVersioned = async <T>(method: string, path: string, call: Call = {}): Promise<Answer<T>> => {
  try {
    return await send<T>(method, path, call)
  } catch (error) {
    const tooOld = error instanceof ApiError && error.code === 'sign-in-again'
    const ended = error instanceof ApiError && error.status === 401 && !path.startsWith('/api/auth/')
    if (!tooOld && !ended) throw error
    // A dialog asks the user to sign in; then the call is sent again.
    await sessionGate.wait(error, tooOld ? 'old' : 'ended')
    return send<T>(method, path, call)
  }
}

/** Calls the server. If the session has ended or is too old, waits until the user signs in and retries. Throws `ApiError`. */
export const request = async <T>(method: string, path: string, call: Call = {}): Promise<T> =>
  (await requestVersioned<T>(method, path, call)).data
