import { type ErrorCode, Invalid, StaleVersion, TooLarge, TooMany, VitrineError } from '../../model/errors.ts'
import { escapeHtml } from '../../model/escape-html.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { english } from '../../model/words/en.ts'
import { isLeftward } from '../../model/words/languages.ts'
import { filled } from '../../model/words/template.ts'

type PageWords = Pick<Catalogue, 'refusals'> & { language: string }

const englishWords: PageWords = { ...english, language: 'en' }

/** A page with a message, for failures of the site's own error page; in English where the site's language is not known. `href` is the way on. */
export const plainPage = (
  title: string,
  message: string,
  { language, refusals }: PageWords = englishWords,
  href = '/',
): string =>
  `<!doctype html><html lang="${escapeHtml(language)}"${isLeftward(language) ? ' dir="rtl"' : ''}><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p><a href="${escapeHtml(href)}">${escapeHtml(refusals.toPage)}</a></p></html>`

/** True when a browser shows the answer as a page: after a link, or a form sent without script. */
export const wantsPage = (headers: Headers): boolean => {
  const mode = headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  return (headers.get('accept') ?? '').toLowerCase().startsWith('text/html')
}

/** `TooMany` for a call of visitors: a sentence that each catalogue has. */
export class TooManyVisits extends TooMany {
  readonly say: 'tooManyHere' | 'tooManyEverywhere'
  constructor(say: TooManyVisits['say'], retryAfter: number) {
    super(english.refusals[say], retryAfter)
    this.say = say
  }
}

/** The sentence of an error as a visitor reads it. What only a program can cause stays in English. */
export const visitorMessage = (
  error: unknown,
  reference: string,
  { refusals }: Pick<Catalogue, 'refusals'>,
): string => {
  if (!(error instanceof VitrineError)) return filled(refusals.internal, { reference })
  if (error instanceof TooManyVisits) return refusals[error.say]
  if (error instanceof TooLarge && error.kilobytes) return filled(refusals.tooLarge, { n: error.kilobytes })
  if (error instanceof Invalid && Object.keys(error.fields).length > 0) return refusals.attention
  return error.code === 'unavailable' ? refusals.unavailable : error.message
}

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
