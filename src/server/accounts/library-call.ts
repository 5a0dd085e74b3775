import { signInFailed } from '../../model/accounts/account.ts'
import { Invalid, NotFound, TooMany, Unavailable, VitrineError } from '../../model/errors.ts'
import type { Caller } from '../endpoint/endpoint.ts'
import type { Auth } from './auth.ts'
import { ipHeader } from './sessions.ts'

export interface LibraryCall {
  method: 'GET' | 'POST'
  /** Below `/api/auth`, with its query. */
  path: string
  body?: unknown
}

export interface LibraryAnswer {
  status: number
  body: unknown
  location: string | null
  cookies: string[]
}

interface Refused {
  code?: string
  message?: string
}

// By its shape: importing the class would load the library.
const isRefusal = (error: unknown): error is { statusCode: number; body?: Refused } =>
  error instanceof Error && error.name === 'APIError' && 'statusCode' in error

const fieldErrors = new Map<string, [field: string, message: string]>(
  Object.entries({
    INVALID_PASSWORD: ['password', 'This is not your password.'],
    PASSWORD_TOO_SHORT: ['password', 'This password is too short.'],
    PASSWORD_TOO_LONG: ['password', 'This password is too long.'],
    INVALID_CODE: ['code', 'This code is wrong, or its half minute is over. Enter the next one.'],
    CODE_USED: ['code', 'This code was used already. Wait for the next one.'],
    INVALID_BACKUP_CODE: ['code', 'This recovery code is wrong, or it was used already.'],
  }),
)

const signInErrors = new Map(
  Object.entries({
    INVALID_EMAIL_OR_PASSWORD: signInFailed,
    INVALID_TWO_FACTOR_COOKIE: 'Signing in took too long. Enter your email address and password again.',
    PASSKEY_NOT_FOUND: 'This passkey is not known here; it may have been removed. Use your password.',
    AUTHENTICATION_FAILED: 'This passkey was not accepted. Use your password, or another passkey.',
    CHALLENGE_NOT_FOUND: 'Using the passkey took too long. Try again.',
  }),
)

const refusal = (status: number, { code = '', message = '' }: Refused): VitrineError => {
  const signIn = signInErrors.get(code)
  if (signIn) return new VitrineError('unauthenticated', signIn)
  const field = fieldErrors.get(code)
  if (field) return new Invalid({ [field[0]]: field[1] }, field[1])
  if (status >= 500) return new Unavailable('Accounts cannot be reached just now. Try again in a moment.')
  if (status === 401) return new VitrineError('unauthenticated', 'Sign in first.')
  if (status === 403) return new VitrineError('forbidden', message || 'This is not allowed.')
  if (status === 404) return new NotFound('such thing', code)
  if (status === 429 || code.startsWith('TOO_MANY'))
    return new TooMany('Too many tries. Sign in again, or wait a quarter of an hour.', 900)
  return new Invalid({}, message || 'This could not be done.')
}

/** Removes session tokens, which belong into cookies alone. */
const withoutTokens = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutTokens)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === 'token' ? [] : [[name, withoutTokens(inner)]])),
  )
}

export const callerHeaders = ({ cookie, userAgent, ip }: Caller): Headers => {
  const headers = new Headers({ accept: 'application/json', [ipHeader]: ip })
  if (cookie) headers.set('cookie', cookie)
  if (userAgent) headers.set('user-agent', userAgent.slice(0, 300))
  return headers
}

/** Calls the library with a new request that has only these parts of the caller's. Throws our errors. */
export const callLibrary = async (
  auth: Auth,
  publicUrl: string,
  caller: Caller,
  { method, path, body }: LibraryCall,
): Promise<LibraryAnswer> => {
  const headers = callerHeaders(caller)
  headers.set('origin', publicUrl)
  if (method === 'POST') headers.set('content-type', 'application/json')
  const request = new Request(`${publicUrl}/api/auth${path}`, {
    method,
    headers,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const response = await auth.handler(request).catch((error: unknown) => {
    throw isRefusal(error) ? refusal(error.statusCode, error.body ?? {}) : error
  })
  const text = await response.text()
  const json: unknown = text === '' ? null : JSON.parse(text)
  if (response.status >= 400) throw refusal(response.status, (json ?? {}) as Refused)
  return {
    status: response.status,
    body: withoutTokens(json),
    location: response.headers.get('location'),
    cookies: response.headers.getSetCookie(),
  }
}
