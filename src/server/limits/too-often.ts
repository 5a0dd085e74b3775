import { TooMany } from '../../model/errors.ts'

/** The same refusal with the wait in minutes, which people read more easily; any other error unchanged. */
export const tooOften = (error: unknown): unknown => {
  if (!(error instanceof TooMany)) return error
  const minutes = Math.ceil(error.retryAfter / 60)
  const wait = `${minutes} minute${minutes === 1 ? '' : 's'}`
  return new TooMany(`Too many tries. Wait ${wait} and try again.`, error.retryAfter)
}
