import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { fetchRaw, type RawResponse } from '../raw.ts'

const brotli = promisify(zlib.brotliCompress)
const unbrotli = promisify(zlib.brotliDecompress)

/** The page without any script: elements and what preloads them. */
export const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '')
    .replace(/<link\b[^>]*\brel=["']?modulepreload\b[^>]*>/gi, '')
    .replace(/<link\b[^>]*\bas=["']?script\b[^>]*>/gi, '')

/**
 * The same site with its scripts taken out, served from memory as the product serves it: the control that shows
 * how soon the page could be painted at best.
 */
export const startScriptless = async (origin: string) => {
  const answers = new Map<string, RawResponse>()
  const take = async (path: string): Promise<RawResponse> => {
    const answer = await fetchRaw(`${origin}${path}`, { 'accept-encoding': 'br', accept: 'image/avif,image/webp,*/*' })
    answer.headers.delete('transfer-encoding')
    answer.headers.delete('connection')
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      const packed = answer.headers.get('content-encoding') === 'br'
      const html = (packed ? await unbrotli(answer.body) : answer.body).toString()
      const bare = withoutScripts(html)
      if (bare === html) throw new Error(`${path} has no script to take out; the control would compare it with itself.`)
      answer.body = await brotli(bare, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } })
      answer.headers.set('content-encoding', 'br')
      answer.headers.set('content-length', String(answer.body.length))
    }
    answers.set(path, answer)
    return answer
  }
  await take('/')
  const server = http.createServer(async (request, response) => {
    try {
      const path = request.url ?? '/'
      const answer = answers.get(path) ?? (await take(path))
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(answer.body)
    } catch {
      response.writeHead(502).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
