import type { CollectionName } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { ApiError, asApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { sessionGate } from '../../api/session-gate.ts'
import { entriesKey } from '../../content/entries-api.ts'
import type { Call } from './autosave.ts'
import type { Outcome } from './autosaver.ts'

/** Time spent in the sign-in dialog does not count. */
const timeoutMs = 20_000
const tickMs = 1000

const outcomeOf = (error: unknown): Outcome => {
  const { code, status, current, fields, message } =
    error instanceof DOMException ? asApiError(null) : asApiError(error)
  if (code === 'stale-version') return { kind: 'stale', entry: current as Entry }
  if (status === 422) return { kind: 'refused', fields, message }
  if (status === 413) return { kind: 'refused', fields: {}, message }
  if (status === 404) return { kind: 'deleted' }
  return { kind: 'unanswered' }
}

/** Sends one autosave call and updates the query cache with its answer. */
export const sendCall = async (collection: CollectionName, id: string, call: Call): Promise<Outcome> => {
  const controller = new AbortController()
  let waitedMs = 0
  const timer = setInterval(() => {
    if (!sessionGate.state()) waitedMs += tickMs
    if (waitedMs >= timeoutMs) controller.abort(new ApiError('offline', 'The server did not answer in time.'))
  }, tickMs)
  try {
    const entry = await request<Entry>('PATCH', `/api/entries/${collection}/${encodeURIComponent(id)}`, {
      body: { data: call.fields, publish: call.publish },
      version: call.version,
      signal: controller.signal,
    })
    queryClient.setQueryData([...entriesKey(collection), 'one', id], entry)
    void queryClient.invalidateQueries({ queryKey: [...entriesKey(collection), 'list'] })
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return { kind: 'stored', entry }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    clearInterval(timer)
  }
}
