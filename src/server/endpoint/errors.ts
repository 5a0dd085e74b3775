import { type ErrorCode, Invalid, StaleVersion, TooMany, VitrineError } from '../../model/errors.ts'
import { english } from '../../model/words/en.ts'
import { filled } from '../../model/words/template.ts'

const statuses: Record<ErrorCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  'sign-in-again': 403,
  'not-found': 404,
  'stale-version': 409,
  gone: 410,
  'too-large': 413,
  'unsupported-type': 415,
  invalid: 422,
  'too-many': 429,
  unavailable: 503,
}

/** An error as clients see it: never a stack, a query or a path. */
interface ErrorAnswer {
  status: number
  body: { error: string; message: string; fields?: Record<string, string>; current?: unknown }
  headers: Record<string, string>
  /** True for internal errors, which are logged. */
  ours: boolean
}

/** The one place where errors become HTTP. `reference` is the request's id, which the log has, too. */
export const errorAnswer = (error: unknown, reference: string): ErrorAnswer => {
  if (!(error instanceof VitrineError)) {
    const message = filled(english.refusals.internal, { reference })
    return { status: 500, body: { error: 'internal', message }, headers: {}, ours: true }
  }
  return {
    status: statuses[error.code],
    body: {
      error: error.code,
      message: error.message,
      ...(error instanceof Invalid ? { fields: error.fields } : {}),
      ...(error instanceof StaleVersion ? { current: error.current } : {}),
    },
    headers:
      error instanceof TooMany
        ? { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfter))) }
        : error.code === 'unavailable'
          ? { 'Retry-After': '2' }
          : {},
    ours: error.code === 'unavailable',
  }
}
