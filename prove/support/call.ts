import http from 'node:http'

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a check looks into whatever came.
  json: any
  ms: number
}

export interface Sent {
  method?: string
  headers?: http.OutgoingHttpHeaders
  body?: unknown
  agent?: http.Agent
  /** How long to wait for the whole answer, in ms. */
  timeoutMs?: number
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends one request, never twice: what is acknowledged is counted, so nothing may be tried again behind our back.
 * An object goes as JSON, text and bytes as they are. Rejects when no whole answer comes.
 */
export const call = (
  url: string,
  { method = 'GET', headers = {}, body, agent, timeoutMs = 30_000 }: Sent = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const plain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    const bytes = plain ? (body as string | Buffer | undefined) : JSON.stringify(body)
    const all = {
      ...(plain ? {} : { 'content-type': 'application/json' }),
      ...(bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }),
      ...headers,
    }
    const { hostname, port } = new URL(url)
    const started = performance.now()
    // As it stands: `new URL` would tidy up the very addresses that are to be tried.
    const path = url.slice(url.indexOf('/', 'http://'.length))
    const request = http.request({ hostname, port, path, method, headers: all, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        clearTimeout(timer)
        // Before it is taken apart: that is time of ours, not the server's.
        const ms = performance.now() - started
        const whole = Buffer.concat(chunks)
        const text = whole.toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: whole,
          text,
          json: parsed(text),
          ms,
        })
      })
    })
    const timer = setTimeout(() => request.destroy(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.end(bytes)
  })
