import { TooMany } from '../model/errors.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'

const perAddress: AttemptLimit[] = [
  { max: 5, window: 10 * 60 },
  { max: 20, window: 24 * 60 * 60 },
]
// So that a thousand addresses together cannot fill the disk: some 10 MB of longest messages an hour.
const together: AttemptLimit = { max: 500, window: 60 * 60 }

const explained = async (taking: Promise<void>, message: string) => {
  try {
    await taking
  } catch (error) {
    throw error instanceof TooMany ? new TooMany(message, error.retryAfter) : error
  }
}

/** Counts one message from this address; throws `TooMany` with a sentence for the visitor. */
export const createMessageLimit =
  (attempts: Attempts, limited: boolean) =>
  async (address: string): Promise<void> => {
    if (!limited) return
    for (const limit of perAddress)
      await explained(
        attempts.take(`message ${limit.window} ${address}`, limit),
        'Too many messages came from here. Please wait a while and send it again.',
      )
    await explained(
      attempts.take('message all', together),
      'Too many messages are coming in just now. Please wait a while and send it again.',
    )
  }
