/** Errors that a person can do something about. `errorAnswer` of the server alone knows their status codes. */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'sign-in-again'
  | 'not-found'
  | 'stale-version'
  | 'gone'
  | 'too-large'
  | 'unsupported-type'
  | 'invalid'
  | 'too-many'
  | 'unavailable'

export class VitrineError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string) {
    super(message)
    this.name = new.target.name
    this.code = code
  }
}

export class NotFound extends VitrineError {
  constructor(what: string, id: string) {
    super('not-found', `There is no ${what} with the id “${id}”. It may have been deleted; reload the list.`)
  }
}

export class StaleVersion<T = unknown> extends VitrineError {
  /** The stored state now. */
  readonly current: T
  constructor(what: string, current: T) {
    super('stale-version', `This ${what} was changed elsewhere since you opened it.`)
    this.current = current
  }
}

export class Invalid extends VitrineError {
  /** A sentence for each field that is wrong. */
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>, message = 'Some fields need your attention.') {
    super('invalid', message)
    this.fields = fields
  }

  /** One sentence, where there is no form. */
  get sentence(): string {
    return Object.values(this.fields)[0] ?? this.message
  }
}

export class Gone extends VitrineError {
  constructor(message: string) {
    super('gone', message)
  }
}

export class TooLarge extends VitrineError {
  /** The limit, of a call whose body was too large. */
  readonly kilobytes: number | undefined
  constructor(message: string, kilobytes?: number) {
    super('too-large', message)
    this.kilobytes = kilobytes
  }
}

export class UnsupportedType extends VitrineError {
  constructor(message: string) {
    super('unsupported-type', message)
  }
}

export class TooMany extends VitrineError {
  /** Seconds until another try makes sense. */
  readonly retryAfter: number
  constructor(message: string, retryAfter: number) {
    super('too-many', message)
    this.retryAfter = retryAfter
  }
}

export class Unavailable extends VitrineError {
  constructor(message: string) {
    super('unavailable', message)
  }
}
