import type { RequestListener } from 'node:http'
import type { Log } from '../process/log.ts'

/** A listener that is loaded with the first request for it. When it cannot be, that request gets a 503, and the next one loads it again. */
export const loadOnFirstRequest = (load: () => Promise<RequestListener>, log: Log): RequestListener => {
  let loading: Promise<RequestListener> | undefined
  return (request, response) => {
    loading ??= load()
    loading.then(
      (listener) => listener(request, response),
      (error: unknown) => {
        loading = undefined
        log.error('A part of the server could not be loaded', { reason: String(error) })
        response.writeHead(503, { 'Retry-After': '5' }).end()
      },
    )
  }
}
