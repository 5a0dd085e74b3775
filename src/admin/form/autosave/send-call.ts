import type { Fields } from '../../../model/fields/fields.ts'
import { ApiError, asApiError } from '../../api/api-error.ts'
import { sessionGate } from '../../api/session-gate.ts'
import type { Call, Data, Stored } from './autosave.ts'
import type { Outcome } from './autosaver.ts'

/** Subject of a form: its fields, and how the server stores them. */
export interface FormSource {
  /** Part of the keys of the copies on the device, such as `services/ID`. */
  key: string
  fields: Fields
  /** Problems between fields, by the field that they stand at. */
  across?: ((values: Data) => Record<string, string>) | undefined
  /** Saves nothing by itself, only when publishing is requested. */
  onRequest?: boolean
  send(call: Call, signal: AbortSignal): Promise<unknown>
  /** Reads an answer, and the current state in the error about a stale version. */
  stored(answer: unknown): Stored
}

/** Time spent in the sign-in dialog does not count. */
const timeoutMs = 20_000
const tickMs = 1000

const outcomeOf = (thrown: unknown, stored: FormSource['stored']): Outcome => {
  const error = asApiError(thrown)
  const { code, status, current, fields, message } = error
  if (code === 'stale-version') return { kind: 'stale', entry: stored(current) }
  if (status === 422) return { kind: 'refused', fields, message }
  if (status === 413) return { kind: 'refused', fields: {}, message }
  if (status === 404) return { kind: 'deleted' }
  return { kind: 'unanswered', error }
}

export const sendCall = async ({ send, stored }: FormSource, call: Call): Promise<Outcome> => {
  const controller = new AbortController()
  let waitedMs = 0
  const timer = setInterval(() => {
    if (!sessionGate.state()) waitedMs += tickMs
    if (waitedMs >= timeoutMs) controller.abort(new ApiError('offline', 'The server did not answer in time.'))
  }, tickMs)
  try {
    return { kind: 'stored', entry: stored(await send(call, controller.signal)) }
  } catch (error) {
    return outcomeOf(error, stored)
  } finally {
    clearInterval(timer)
  }
}
