import type { ErrorCode } from '../../model/errors.ts'

/** `offline`: no answer. `internal`: a fault of the server. */
export type ApiErrorCode = ErrorCode | 'offline' | 'internal'

export class ApiError extends Error {
  readonly code: ApiErrorCode
  /** The HTTP status; 0 when no answer came. */
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
