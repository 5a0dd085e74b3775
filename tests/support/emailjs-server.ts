import { createServer } from 'node:http'

/** How the service answers: with a status, never, or by cutting the line. */
export type EmailjsMode = number | 'hang' | 'reset'

/** What stands in for EmailJS on loopback. */
export interface TestEmailjs {
  origin: string
  mode: EmailjsMode
  /** Fields of each form that came, in their order. */
  forms: [name: string, value: string][][]
  /** What the last call said of itself. */
  last: { method: string; path: string; type: string }
  close(): Promise<void>
}

const texts: Record<number, string> = {
  200: 'OK',
  400: 'The Public Key is invalid',
  403: 'API calls are disabled for non-browser applications',
  429: 'Too many requests',
  500: 'Internal error',
}

export const startEmailjs = async (): Promise<TestEmailjs> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const type = headers['content-type'] ?? ''
    emailjs.last = { method, path: url, type: type.split(';')[0] as string }
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
    emailjs.forms.push([...form].map(([name, value]) => [name, String(value)]))
    const { mode } = emailjs
    if (mode === 'hang') return
    if (mode === 'reset') return request.socket.resetAndDestroy()
    response.writeHead(mode, { 'content-type': 'text/plain', ...(mode === 429 ? { 'retry-after': '120' } : {}) })
    response.end(texts[mode] ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const emailjs: TestEmailjs = {
    origin: `http://127.0.0.1:${port}`,
    mode: 200,
    forms: [],
    last: { method: '', path: '', type: '' },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return emailjs
}
