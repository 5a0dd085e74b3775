import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type LiveSite, publicUrl, startLiveSite } from '../../../tests/support/live-site.ts'

const allowed = 'https://mira.github.io'
const good = { user_name: 'Ada', user_email: 'ada@mail.example', message: 'Can you build a page?' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const navigating = { ...urlencoded, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }

let site: LiveSite
beforeAll(async () => {
  site = await startLiveSite({ contactOrigins: [allowed, 'https://other.example'] })
})
afterAll(() => site.stop())
// Messages count towards limits, those of earlier tests, too.
beforeEach(async () => {
  for (const table of ['messages', 'attempts'] as const) await site.services.db.kysely.deleteFrom(table).execute()
})

const post = (headers: Record<string, string>, fields: Record<string, string> = {}) =>
  site.ask('/api/messages', {
    method: 'POST',
    headers: { ...urlencoded, ...headers },
    body: new URLSearchParams({ ...good, ...fields }).toString(),
  })
const ask = (origin: string, method = 'POST', path = '/api/messages') =>
  site.ask(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'idempotency-key',
    },
  })
const stored = () => site.services.db.kysely.selectFrom('messages').selectAll().execute()

it('permits an allowed origin what the form sends, without credentials', async () => {
  const { status, headers } = await ask(allowed)
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': allowed,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': expect.stringContaining('idempotency-key'),
    vary: expect.stringContaining('Origin'),
  })
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
})

it.each([
  'https://evil.example',
  'https://mira.github.io.evil.example',
  'http://mira.github.io',
  'https://mira.github.io:8443',
  'null',
])('permits %s nothing, and refuses its message', async (origin) => {
  const preflight = await ask(origin)
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  const { status, headers } = await post({ origin })
  expect(status).toBe(403)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  const challenge = await site.ask('/api/messages/challenge', { headers: { origin } })
  expect(challenge.headers).not.toHaveProperty('access-control-allow-origin')
  expect(await stored()).toEqual([])
})

it('refuses a browser of another site that names no origin', async () => {
  expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await stored()).toEqual([])
})

it('stores a message of an allowed origin, and lets its page read every answer', async () => {
  const sent = await post({ origin: allowed, 'idempotency-key': 'k1' })
  expect([sent.status, sent.headers['access-control-allow-origin']]).toEqual([201, allowed])
  expect(sent.headers.vary).toContain('Origin')
  expect((await post({ origin: allowed, 'idempotency-key': 'k1' })).text).toBe(sent.text)
  expect(await stored()).toHaveLength(1)
  const refused = await post({ origin: allowed }, { user_email: 'nonsense' })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([422, allowed])
  const challenge = await site.ask('/api/messages/challenge', { headers: { origin: allowed } })
  expect([challenge.status, challenge.headers['access-control-allow-origin']]).toEqual([200, allowed])
  expect(JSON.parse(challenge.text).challenge).toMatch(/^\w+\./)
})

it('counts the messages of an allowed origin as any, and lets its page read when to try again', async () => {
  for (let n = 0; n < 5; n += 1) expect((await post({ origin: allowed }, { message: `Number ${n}.` })).status).toBe(201)
  const { status, headers } = await post({ origin: allowed })
  expect([status, headers['access-control-allow-origin']]).toEqual([429, allowed])
  expect(headers['access-control-expose-headers']).toBe('Retry-After')
  expect(Number(headers['retry-after'])).toBeGreaterThan(500)
})

it('opens nothing else to them', async () => {
  const paths = ['/api/messages', '/api/settings', '/api/auth/sign-in/email', '/api/csp-reports']
  for (const path of paths) {
    const method = /messages|settings/.test(path) ? 'PATCH' : 'POST'
    const { status, headers } = await site.ask(path, { method, headers: { origin: allowed }, body: '{}' })
    expect([path, status, headers['access-control-allow-origin']]).toEqual([path, 403, undefined])
  }
})

it.each([
  [`${allowed}/portfolio/sent.html#contact`, `${allowed}/portfolio/sent.html#contact`],
  ['https://evil.example/', '/?sent=1#contact'],
  ['//evil.example/', '/?sent=1#contact'],
  [`https://mira.github.io@evil.example/`, '/?sent=1#contact'],
  ['https://user:word@mira.github.io/', '/?sent=1#contact'],
  ['javascript:alert(1)', '/?sent=1#contact'],
  ['', '/?sent=1#contact'],
])('after a plain form that names %j leads to %s', async (given, location) => {
  const { status, headers } = await post({ ...navigating, origin: allowed }, { return: given })
  expect([status, headers.location]).toEqual([303, location])
})

it('gives a refused plain form back so that it can still lead to where it came from', async () => {
  const returnTo = `${allowed}/portfolio/sent.html#contact`
  const { status, headers, text } = await post(
    { ...navigating, origin: allowed },
    { user_email: 'no', return: returnTo },
  )
  expect([status, JSON.parse(text).returnTo]).toEqual([422, returnTo])
  expect(headers['content-security-policy']).toContain(`form-action 'self' ${allowed};`)
  const again = await post({ ...urlencoded, 'sec-fetch-mode': 'navigate', origin: publicUrl }, { return: returnTo })
  expect([again.status, again.headers.location]).toEqual([303, returnTo])
})

it('answers no such question while no origin is allowed', async () => {
  const plain = await startLiveSite()
  try {
    const headers = { origin: allowed, 'access-control-request-method': 'POST' }
    expect((await plain.ask('/api/messages', { method: 'OPTIONS', headers })).status).toBe(405)
    const sent = await plain.ask('/api/messages', {
      method: 'POST',
      headers: { ...urlencoded, origin: allowed },
      body: new URLSearchParams(good).toString(),
    })
    expect([sent.status, sent.headers.vary]).toEqual([403, undefined])
  } finally {
    await plain.stop()
  }
})
