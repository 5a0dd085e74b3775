import type { ErrorCode } from '../../model/errors.ts'

/** `offline`: no answer came. `internal`: the server's own fault. */
export type ApiErrorCode = ErrorCode | 'offline' | 'internal'

/** A call that did not do what it should, in words for a person. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** A sentence for each field that is wrong. */
  readonly fields: Readonly<Record<string, string>>
  /** What is stored now, when a write was based on an older version. */
  readonly current: unknown
  /** By which the owner finds the call in the log. */
  readonly requestId: string | undefined
  /** Seconds until another try makes sense. */
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

/** Any error as one of ours. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('internal', error instanceof Error ? error.message : String(error))
