import http2 from 'node:http2'

export interface TlsAnswer {
  status: number
  headers: http2.IncomingHttpHeaders
  body: Buffer
  json(): unknown
}

export interface TlsRequest {
  method?: string
  headers?: http2.OutgoingHttpHeaders
  body?: Uint8Array | string
  /** Address of this machine from which the client comes. */
  from?: string
}

/** Sends one request over TLS and HTTP/2, on a connection of its own; rejects when the peer speaks no HTTP/2 or is not trusted. */
export const askOverTls = (
  origin: string,
  ca: Buffer,
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: TlsRequest = {},
): Promise<TlsAnswer> =>
  new Promise((resolve, reject) => {
    const options = { ca, localAddress: from, lookup: undefined, host: '127.0.0.1', servername: 'localhost' }
    const session = http2.connect(origin, options as http2.SecureClientSessionOptions)
    session.on('error', reject)
    const stream = session.request({ ':method': method, ':path': path, ...headers })
    stream.setTimeout(30_000, () => stream.destroy(new Error(`No answer to ${method} ${path}`)))
    stream.on('error', reject)
    let answer: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader = {}
    stream.on('response', (received) => {
      answer = received
    })
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      session.close()
      const whole = Buffer.concat(chunks)
      const json = () => JSON.parse(whole.toString()) as unknown
      resolve({ status: Number(answer[':status']), headers: answer, body: whole, json })
    })
    stream.end(body)
  })
