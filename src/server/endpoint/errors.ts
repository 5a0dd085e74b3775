import { type ErrorCode, Invalid, StaleVersion, TooMany, VitrineError } from '../../model/errors.ts'
import { escapeHtml } from '../../model/escape-html.ts'

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
export interface ErrorAnswer {
  status: number
  body: { error: string; message: string; fields?: Record<string, string>; current?: unknown }
  headers: Record<string, string>
  /** True for internal errors, which are logged. */
  ours: boolean
}

/** The one place where errors become HTTP. `reference` is the request's id, which the log has, too. */
export const errorAnswer = (error: unknown, reference: string): ErrorAnswer => {
  if (!(error instanceof VitrineError)) {
    const message = `Something went wrong on our side. Try again in a moment. (Reference ${reference})`
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

/** A page with a message, for failures of the site's own error page. */
export const plainPage = (title: string, message: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p><a href="/">To the page</a></p></html>`
