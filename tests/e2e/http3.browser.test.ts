import { createHash } from 'node:crypto'
import { once } from 'node:events'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserWith } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type RunningProxy, startProxy } from '../support/proxies.ts'

let product: Product
let proxy: RunningProxy | undefined
let port: number

beforeAll(async () => {
  port = await freePort()
  product = await startProduct({ env: { PUBLIC_URL: `https://localhost:${port}`, TRUST_PROXY: '1' } })
  proxy = await startProxy('caddy', { tls: port, upstream: product.port })
})
afterAll(async () => {
  await proxy?.stop()
  await product?.stop()
})

/** Hash of the key in the site's certificate, by which a browser can be told to trust it. */
const keyHash = async (ca: Buffer) => {
  const socket = tls.connect({ host: '127.0.0.1', port, servername: 'localhost', ca })
  await once(socket, 'secureConnect')
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }) ?? ''
  socket.destroy()
  return createHash('sha256').update(key).digest('base64')
}

it('Chromium gets the page, its files and an API call over HTTP/3 through Caddy', async (context) => {
  if (!proxy) return context.skip('Caddy is not on this machine, and Debian’s package cannot be had.')
  const quic = [`--origin-to-force-quic-on=localhost:${port}`, '--host-resolver-rules=MAP localhost 127.0.0.1']
  const trust = `--ignore-certificate-errors-spki-list=${await keyHash(proxy.ca)}`
  const browser = await browserWith({ args: ['--no-sandbox', '--disable-dev-shm-usage', ...quic, trust] })
  const page = await browser.newPage()
  try {
    const answer = await page.goto(`https://localhost:${port}/`, { waitUntil: 'load' })
    expect([answer?.status(), await page.title()]).toEqual([200, expect.stringContaining('Mira')])
    const call = await page.evaluate(async () => (await fetch('/api/content')).status)
    expect(call).toBe(200)
    const used = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ name }) => name.startsWith('https:'))
        .map(({ nextHopProtocol }) => nextHopProtocol),
    )
    expect(used.length).toBeGreaterThan(3)
    expect(new Set(used)).toEqual(new Set(['h3']))
  } finally {
    await page.close()
  }
})
