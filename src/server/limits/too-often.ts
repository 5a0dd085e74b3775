import { TooMany } from '../../model/errors.ts'

/** A refusal in minutes, for a person; every other error as it is. */
export const tooOften = (error: unknown): unknown => {
  if (!(error instanceof TooMany)) return error
  const minutes = Math.ceil(error.retryAfter / 60)
  return new TooMany(
    `Too many tries. Wait ${minutes} minute${minutes === 1 ? '' : 's'} and try again.`,
    error.retryAfter,
  )
}
