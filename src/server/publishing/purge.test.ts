import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkNamed } from '../../../tests/support/health-check.ts'
import { type LiveSite, publicUrl, startLiveSite } from '../../../tests/support/live-site.ts'
import { newCvVariantSchema } from '../../model/cv/variant.ts'
import { runningView } from '../health/health.ts'
import { findingOf } from '../health/health-check.ts'
import { createPurge } from './purge.ts'

const secret = 'a secret of the cache, long enough'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  json: { site: string; at: string; everything: boolean; urls: string[] }
}

let cache: Server
let received: Received[]
/** Status of the next answers; undefined for a cache that never answers. */
let status: number | undefined

beforeEach(async () => {
  received = []
  status = 204
  cache = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ path: `${request.url}`, headers: request.headers, body, json: JSON.parse(body) })
    if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve))
})

let site: LiveSite | undefined
afterEach(async () => {
  await site?.stop()
  site = undefined
  cache.closeAllConnections()
  cache.close()
})

const at = (path: string) => publicUrl + path
const none = { deferred: new Map() }
const load = () => undefined

const url = () => `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge?zone=a`

const start = async () => {
  const started = await startLiveSite({ purge: { url: url(), secret } })
  site = started
  started.services.purge?.follow()
  const rename = async (name: string) => {
    await started.services.settings.update({ name }, { by: 'test' })
    await started.services.publisher.idle()
  }
  const finding = () => findingOf(checkNamed('Cache in front'), runningView(started.services, new Headers()))
  return { ...started, rename, finding }
}

it('is a signed call with the time, whose receiver can tell it from one that was changed or sent before', async () => {
  await start()
  await expect.poll(() => received.length).toBe(1)
  const [{ path, headers, body, json }] = received as [Received]
  expect(path).toBe('/purge?zone=a')
  expect(json).toEqual({ site: publicUrl, at: expect.any(String), everything: true, urls: [] })
  const seconds = Number(headers['x-vitrine-timestamp'])
  expect(seconds).toBe(Math.floor(Date.parse(json.at) / 1000))
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  expect(headers['x-vitrine-signature']).toBe(`sha256=${signature}`)
})

it('names the pages that changed and no others, after each publish', async () => {
  const { rename, finding } = await start()
  await expect.poll(() => received.length).toBe(1)
  await rename('Mira Solberg')
  await expect.poll(() => received.length).toBe(2)
  const { everything, urls } = (received[1] as Received).json
  expect(everything).toBe(false)
  expect(urls.toSorted()).toEqual(['/', '/?sent=1', '/design'].map(at))
  expect(await finding()).toMatchObject({
    status: 'pass',
    message: expect.stringMatching(/took the last purge at \d{4}/),
  })
})

it('names of what is made when somebody asks for it what was given and differs', async () => {
  const { ask, rename, services } = await start()
  await expect.poll(() => received.length).toBe(1)
  const variant = { ...newCvVariantSchema.parse({ name: 'short' }), access: 'public' as const }
  const { id } = await services.cvVariants.create(variant, { by: 'test' })
  await services.cvVariants.create({ ...variant, name: 'secret', access: 'link' }, { by: 'test' })
  await services.publisher.idle()
  const given = ['/api/content', '/cv.txt', '/cv.json', '/cv/short.txt']
  for (const path of given) expect([path, (await ask(path)).status]).toEqual([path, 200])
  expect((await ask('/cv/secret.txt')).status).toBe(404)
  const named = () => received.slice(1).flatMap(({ json }) => json.urls)
  await rename('Mira Solberg')
  const ready = ['/', '/?sent=1', '/design']
  await expect.poll(() => named().toSorted()).toEqual([...ready, ...given].map(at).toSorted())
  received.splice(1)
  await services.settings.update({ cvFiles: false }, { by: 'test' })
  await services.publisher.idle()
  await expect.poll(() => named().toSorted()).toEqual(['/api/content', '/cv.json', '/cv.txt'].map(at))
  received.splice(1)
  await services.cvVariants.update(id, { access: 'link' }, { by: 'test' })
  await services.publisher.idle()
  await expect.poll(() => named().toSorted()).toEqual(['/api/content', '/cv/short.txt'].map(at))
})

it('a cache that never answers delays no save, and Health names what is wrong until it takes one', async () => {
  status = undefined
  const { rename, finding, lines } = await start()
  await expect.poll(() => received.length).toBe(1)
  await rename('Mira')
  expect((await site?.ask('/'))?.text).toContain('Mira')
  expect(received).toHaveLength(1)
  status = 500
  cache.closeAllConnections()
  await expect
    .poll(finding)
    .toMatchObject({ status: 'warn', message: expect.stringContaining('does not take purges: ') })
  status = 204
  await expect.poll(finding).toMatchObject({ status: 'pass' })
  expect((received.at(-1) as Received).json.everything).toBe(true)
  expect(lines.filter((line) => line.includes('A purge was not taken'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('The cache takes purges again'))).toHaveLength(1)
  expect(lines.join('')).not.toContain(secret)
})

it('what was not taken is sent again, with what changed since, and a redirect leads nowhere', async () => {
  const log = { info: () => {}, warn: () => {} } as never
  const purge = createPurge({ url: url(), secret, publicUrl, log, load })
  const revision = (tags: Record<string, string>) => ({
    current: new Map(Object.entries(tags).map(([path, etag]) => [path, { etag } as never])),
    ...none,
  })
  purge.follow()
  purge.shown(revision({ '/': 'a', '/all': 'a', '/gone': 'a' }))
  await expect.poll(() => received.length).toBe(1)
  await expect.poll(() => purge.status().takenAt).toBeDefined()
  status = 307
  purge.shown(revision({ '/': 'b', '/all': 'a', '/gone': 'a' }))
  await expect.poll(() => purge.status().failure?.reason).toBe('answered 307')
  purge.shown(revision({ '/': 'b', '/all': 'b' }))
  status = 204
  // The first page may be on its way again before the others have changed.
  const sentAgain = () => [...new Set(received.slice(2).flatMap(({ json }) => json.urls))].toSorted()
  await expect.poll(sentAgain).toEqual(['/', '/all', '/gone'].map((path) => publicUrl + path))
  await expect.poll(() => purge.status().failure).toBeUndefined()
  purge.close()
  expect(received.map(({ path }) => path)).toEqual(received.map(() => '/purge?zone=a'))
  expect((received[1] as Received).json.urls).toEqual([`${publicUrl}/`])
})

it('more pages than 500 are everything, and nothing is sent before the site serves', async () => {
  const log = { info: () => {}, warn: () => {} } as never
  const purge = createPurge({ url: url(), secret, publicUrl, log, load })
  const many = (etag: string) => ({
    current: new Map(Array.from({ length: 501 }, (_, n) => [`/page-${n}`, { etag } as never] as const)),
    ...none,
  })
  purge.shown(many('a'))
  // What it sent would have come before the call of another one that begins later.
  const control = createPurge({ url: url(), secret, publicUrl: 'https://control.example', log, load })
  control.follow()
  control.shown(many('a'))
  await expect.poll(() => control.status().takenAt).toBeDefined()
  control.close()
  expect(received.splice(0).map(({ json }) => json.site)).toEqual(['https://control.example'])
  purge.follow()
  await expect.poll(() => received.length).toBe(1)
  await expect.poll(() => purge.status().takenAt).toBeDefined()
  purge.shown(many('b'))
  await expect.poll(() => received.length).toBe(2)
  purge.close()
  expect(received.map(({ json }) => [json.everything, json.urls.length])).toEqual([
    [true, 0],
    [true, 0],
  ])
})
