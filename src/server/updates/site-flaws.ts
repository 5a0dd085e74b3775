import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { http } from '../process/node-http.ts'

const get = async (host: string, port: number, path: string, signal: AbortSignal) => {
  // Its failure is told by the wait below; one after the answer has begun, by the answer.
  const request = http.get({ host, port, path, agent: false, signal }).on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}

/** What is wrong with a site by its `/healthz` and its first page, a sentence each. Rejects where nothing answers before `signal`. */
export const siteFlaws = async (host: string, port: number, signal: AbortSignal): Promise<string[]> => {
  const [health, page] = [await get(host, port, '/healthz', signal), await get(host, port, '/', signal)]
  const { status, publishing } = health.text.startsWith('{') ? JSON.parse(health.text) : {}
  return [
    ...(health.status === 200 && status === 'ok' && publishing === 'ok' ? [] : [`/healthz: ${health.text}`]),
    ...(page.status === 200 && page.text.includes('</html>') ? [] : [`The first page is answered ${page.status}.`]),
  ]
}
