import http from 'node:http'
import https from 'node:https'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proxyNames, type RunningProxy, startProxy } from '../support/proxies.ts'
import { samplePdf } from '../support/sample-pdf.ts'
import { askOverTls, type TlsRequest } from '../support/tls-client.ts'

const claim = 'claim-token-of-the-proxies'
const olga = { name: 'Olga', surname: 'Example', username: 'olga', email: 'olga@people.example' }
const password = 'four lighthouses and a ferry'

/** The page as the server sends it, compressed or not. */
const askDirectly = async (port: number, headers: http.OutgoingHttpHeaders = {}) => {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  http.get({ host: '127.0.0.1', port, path: '/', headers, agent: false }, resolve).on('error', reject)
  const response = await promise
  return { headers: response.headers, body: Buffer.concat(await response.toArray()) }
}

const formWith = (bytes: Uint8Array) => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'cv.pdf'))
  return form
}

describe.each(proxyNames)('Behind %s', (name) => {
  let proxy: RunningProxy | undefined
  let product: Product
  let origin: string
  let cookie = ''

  const ask = (path: string, request: TlsRequest = {}) => askOverTls(origin, proxy?.ca as Buffer, path, request)
  const post = (path: string, body: object, request: TlsRequest = {}) => {
    const headers = { 'content-type': 'application/json', origin, ...request.headers }
    return ask(path, { method: 'POST', body: JSON.stringify(body), ...request, headers })
  }

  beforeAll(async () => {
    const tls = await freePort()
    origin = `https://localhost:${tls}`
    const env = { PUBLIC_URL: origin, TRUST_PROXY: '1', CLAIM_TOKEN: claim }
    product = await startProduct({ empty: true, env })
    proxy = await startProxy(name, { tls, upstream: product.port })
    if (!proxy) return
    await vi.waitFor(() => expect(product.said()).toContain('Make it yours'), 90_000)
    expect((await post('/api/auth/sign-up/email', { ...olga, password, claim })).status).toBe(200)
  })
  afterAll(async () => {
    await proxy?.stop()
    await product?.stop()
  })

  const behind = (sentence: string, run: () => Promise<void>) =>
    it(sentence, async (context) => {
      context.skip(
        !proxy,
        `${name}, or openssl for its certificate, is not on this machine, and Debian's package cannot be had.`,
      )
      await run()
    })

  behind('the page comes over TLS and HTTP/2, and its address without TLS leads there', async () => {
    const page = await ask('/')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
    const clear = await fetch(`http://127.0.0.1:${proxy?.clearPort}/all?a=b`, {
      headers: { host: 'localhost' },
      redirect: 'manual',
    })
    expect([301, 308]).toContain(clear.status)
    expect(clear.headers.get('location')).toMatch(/^https:\/\/.+\/all\?a=b$/)
    if (name === 'caddy') expect(page.headers['alt-svc']).toContain('h3=')
  })

  behind(
    'every encoding comes as the server sends it, byte for byte, with its entity tag; 304 answers it',
    async () => {
      for (const encoding of ['br', 'zstd', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const through = await ask('/', { headers })
        const direct = await askDirectly(product.port, headers)
        expect([encoding, through.headers['content-encoding'], through.headers.etag]).toEqual([
          encoding,
          encoding === 'identity' ? undefined : encoding,
          direct.headers.etag,
        ])
        expect(through.body.equals(direct.body)).toBe(true)
        expect(through.headers.vary).toBe(direct.headers.vary)
        const again = await ask('/', { headers: { ...headers, 'if-none-match': String(direct.headers.etag) } })
        expect([encoding, again.status, again.body.length]).toEqual([encoding, 304, 0])
      }
      const [through, direct] = [await ask('/'), await askDirectly(product.port)]
      expect([through.headers.etag, through.body.equals(direct.body)]).toEqual([direct.headers.etag, true])
    },
  )

  behind('the owner signs in with a cookie that only TLS carries; another site is refused', async () => {
    const foreign = { headers: { origin: 'https://elsewhere.example' } }
    expect((await post('/api/auth/sign-in/email', { email: olga.email, password }, foreign)).status).toBe(403)
    const { status, headers } = await post('/api/auth/sign-in/email', { email: olga.email, password })
    expect(status).toBe(200)
    const set = headers['set-cookie'] ?? []
    expect(set.join('\n')).toMatch(/^__Host-[^\n]+; Secure/m)
    cookie = set.map((line) => line.split(';')[0]).join('; ')
    const session = await ask('/api/auth/get-session', { headers: { cookie } })
    expect(session.json()).toMatchObject({ user: { email: olga.email } })
  })

  behind('no address that is a link with access stands in its log', async () => {
    const paths = ['/share', '/t', '/sent', '/cv'].map((folder) => `${folder}/${'s3cret'.repeat(7)}?key=s3cret`)
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404])
    // As whoever types the address without https.
    await fetch(`http://127.0.0.1:${proxy?.clearPort}${paths[0]}`, {
      headers: { host: 'localhost' },
      redirect: 'manual',
    })
    await ask('/not-secret')
    if (name === 'nginx') await vi.waitFor(() => expect(proxy?.logged()).toContain('/not-secret'), 90_000)
    expect(proxy?.logged()).not.toContain('s3cret')
  })

  behind('an upload of 8 MB arrives whole, and one above the limit is refused by the server itself', async () => {
    const sent = async (bytes: Uint8Array) => {
      const form = new Response(formWith(bytes))
      const headers = { origin, cookie, 'content-type': String(form.headers.get('content-type')) }
      const body = new Uint8Array(await form.arrayBuffer())
      return ask('/api/media', { method: 'POST', headers, body })
    }
    const bytes = samplePdf(name, 8_000_000)
    const { status, json } = await sent(bytes)
    expect(status).toBe(201)
    const stored = await ask((json() as { url: string }).url, { headers: { cookie } })
    expect([stored.status, stored.body.equals(bytes)]).toEqual([200, true])
    const refused = await sent(samplePdf(name, 12_000_000))
    expect([refused.status, refused.json()]).toMatchObject([413, { error: 'too-large' }])
  })

  behind(
    'a body that is refused before it is read gets its answer at once, and the next visitor the page',
    async () => {
      const beginUpload = async (path: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
        const headers = { origin, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 30_000_000 }
        const options = { method: 'POST', headers, ca: proxy?.ca, localAddress: '127.0.0.1', family: 4, agent: false }
        const request = https.request(origin + path, options as https.RequestOptions, resolve).on('error', reject)
        // The rest never comes.
        request.write(new Uint8Array(1_000_000))
        const response = await promise
        const text = Buffer.concat(await response.toArray()).toString()
        request.on('error', () => {}).destroy()
        return { status: response.statusCode, text }
      }
      for (let n = 0; n < 3; n += 1) {
        expect(await beginUpload('/api/media')).toEqual({
          status: 401,
          text: expect.stringContaining('"error":"unauthenticated"'),
        })
        expect((await beginUpload('/')).status).toBe(405)
        expect((await ask('/')).status).toBe(200)
      }
    },
  )

  behind('limits count the client, whatever it claims in X-Forwarded-For', async () => {
    const message = { user_name: 'Ann', user_email: 'ann@people.example', message: 'A word about your work, please.' }
    const send = async (from: string, claimed: string) =>
      (await post('/api/messages', message, { from, headers: { 'x-forwarded-for': claimed } })).status
    const statuses: number[] = []
    for (let n = 1; n <= 6; n += 1) statuses.push(await send('127.0.8.1', `203.0.113.${n}, 198.51.100.${n}`))
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect(await send('127.0.9.1', '127.0.8.1')).toBe(201)
    const guess = { email: olga.email, password: 'a wrong one' }
    const claimed = { 'x-forwarded-for': '203.0.113.7' }
    expect((await post('/api/auth/sign-in/email', guess, { from: '127.0.8.1', headers: claimed })).status).toBe(401)
    await expect.poll(product.said).toMatch(/"event":"Sign-in","outcome":"refused".*"address":"127\.0\.8\.1"/)
    expect(product.said()).not.toMatch(/203\.0\.113|198\.51\.100/)
  })

  behind('Health finds the proxy set up well', async () => {
    const { findings } = (await ask('/api/health', { headers: { cookie } })).json() as {
      findings: { name: string; status: string; message: string }[]
    }
    const finding = findings.find((one) => one.name === 'Address and proxy')
    expect([finding?.status, finding?.message]).toEqual(['pass', `${origin}, behind a proxy.`])
  })
})
