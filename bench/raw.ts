import http from 'node:http'

export interface RawResponse {
  status: number
  headers: Headers
  /** As it was sent: still compressed. */
  body: Buffer
}

/** One GET whose body stays as it came over the wire (fetch would decompress it). */
export const fetchRaw = (url: string, headers: Record<string, string> = {}, agent?: http.Agent): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers, ...(agent ? { agent } : {}) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const received = new Headers()
        for (const [name, value] of Object.entries(response.headersDistinct)) {
          for (const line of value ?? []) received.append(name, line)
        }
        resolve({ status: response.statusCode ?? 0, headers: received, body: Buffer.concat(chunks) })
      })
    })
    request.on('error', reject)
  })
