import { createServer } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveSite, lineSite, startLiveSite, style } from '../../../tests/support/live-site.ts'
import { createSecurityHeaders } from '../snapshots/security-headers.ts'
import type { Answer } from '../snapshots/snapshots.ts'
import { createAnswerHead } from '../snapshots/snapshots.ts'
import { checkNodeInternals, sendHead, sendWhole } from './node-internals.ts'

let site: LiveSite
beforeAll(async () => {
  site = await startLiveSite()
})
afterAll(() => site.stop())

/** What goes over the line, byte for byte. */
const raw = (port: number, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
  })

describe('A visit', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['zstd', 'zstd', zstdDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip;q=0.8', 'gzip', gunzipSync],
    ['br;q=0, *', 'zstd', zstdDecompressSync],
    ['GZIP', 'gzip', gunzipSync],
  ])('is answered to “%s” in %s', async (accepts, encoding, decode) => {
    const plain = await site.ask('/')
    const ask = () => site.ask('/', { headers: { 'accept-encoding': accepts } })
    // Zstandard comes with the publish, the others a moment later.
    await expect.poll(async () => (await ask()).headers['content-encoding']).toBe(encoding)
    const { headers, body, status } = await ask()
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-length']).toBe(String(body.length))
    expect(decode(body).toString()).toBe(plain.text)
  })

  it.each([undefined, 'identity', 'compress', 'br;q=0', 'identity;q=0, *;q=0'])(
    'is answered to %s as it is',
    async (accepts) => {
      const { headers, text } = await site.ask('/', {
        headers: accepts === undefined ? {} : { 'accept-encoding': accepts },
      })
      expect(headers['content-encoding']).toBeUndefined()
      expect(text).toContain('Your name')
    },
  )

  it('says that its answer depends on the encoding and may be kept by caches, but is to be asked for each time', async () => {
    const { headers } = await site.ask('/')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10, stale-while-revalidate=60')
  })

  it('is 304 without a body for whoever has the page, in whatever encoding', async () => {
    const { headers } = await site.ask('/', { headers: { 'accept-encoding': 'br' } })
    const etag = headers.etag as string
    for (const tag of [etag, `"other", ${etag}`, '*', etag.slice(2)]) {
      const again = await site.ask('/', { headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' } })
      expect([tag, again.status, again.body.length, again.headers.etag]).toEqual([tag, 304, 0, etag])
      expect(again.headers['cache-control']).toContain('max-age=0')
    }
    expect((await site.ask('/', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
  })

  it('to HEAD has the headers of GET and no body', async () => {
    const { date: _, ...get } = (await site.ask('/')).headers
    const head = await site.ask('/', { method: 'HEAD' })
    expect(head.headers).toMatchObject(get)
    expect(head.body).toHaveLength(0)
  })

  it('finds its entity tag in a long list, and nothing that only looks like it', async () => {
    const etag = (await site.ask('/')).headers.etag as string
    const others = Array.from({ length: 600 }, (_, n) => `W/"other-${n}"`).join(', ')
    const statusFor = async (tags: string) => (await site.ask('/', { headers: { 'if-none-match': tags } })).status
    expect(await statusFor(`${others}, ${etag}`)).toBe(304)
    expect(await statusFor(others)).toBe(200)
    expect(await statusFor(etag.slice(3, -1))).toBe(200)
    expect(await statusFor(etag.replace('"', '"x'))).toBe(200)
  })

  it('is answered as it is to who names encodings without end', async () => {
    const { status, headers } = await site.ask('/', { headers: { 'accept-encoding': `br${', x'.repeat(4000)}` } })
    expect([status, headers['content-encoding']]).toEqual([200, undefined])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('by %s is refused with what is allowed', async (method) => {
    const { status, headers } = await site.ask('/', { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('with a query that the site does not know gets the page', async () => {
    expect((await site.ask('/?utm_source=x&y')).text).toBe((await site.ask('/')).text)
    expect((await site.ask('/?sent=1')).text).toContain('Sent.')
    expect((await site.ask('/?sent=1&x')).text).toBe((await site.ask('/')).text)
  })

  it.each([
    ['/design/', '/design'],
    ['/Design', '/design'],
    ['/DESIGN//?a=b', '/design?a=b'],
    ['/%64esign', '/design'],
    ['/%44%45%53%49%47%4e/', '/design'],
    [`/design${'/'.repeat(8000)}`, '/design'],
  ])('to %s is sent to %s', async (from, to) => {
    const { status, headers } = await site.ask(from)
    expect([status, headers.location]).toEqual([308, to])
  })

  it.each([
    '/nothing',
    '//evil.example',
    '/design/x',
    '/%',
    '/%00',
    '/../etc/passwd',
    '/media/../x',
    '/media/none.jpg',
    '/assets/',
    '/manifest.json',
    '/assets/boot-abc.js.br',
    '/constructor',
    `/${'/'.repeat(15_000)}x`,
    `/${'%41'.repeat(5000)}`,
  ])('to %s gets the page that says so', async (target) => {
    const { status, text, headers } = await site.ask(target)
    expect([status, text, headers.location]).toEqual([404, 'Not here.', undefined])
  })

  it('never puts into a page what was asked for', async () => {
    const asked = await site.ask('/<script>alert(1)</script>', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(asked.text).toBe('Not here.')
    expect(JSON.stringify(asked.headers)).not.toContain('evil')
  })

  it('in the absolute form, as proxies send it, gets the page', async () => {
    expect(
      await raw(site.port, 'GET http://mira.example/design HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).toContain('Design.')
  })

  it('gets the files of the build, for a year when their name has a hash in it', async () => {
    for (let i = 0; i < 2; i++) {
      const { headers, text } = await site.ask('/assets/boot-abc.js', { headers: { 'accept-encoding': 'br' } })
      expect([text, headers['content-type']]).toEqual(['stands for brotli', 'text/javascript; charset=utf-8'])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    expect((await site.ask('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
  })

  it('gets the content as data, without private fields', async () => {
    const { db, entries, publisher } = site.services
    const data = {
      image: null,
      fullname: 'Ingrid',
      role: '',
      company: '',
      country: 'Norway',
      show_country: true,
      feedback: 'Good.',
      email: 'secret@mail.example',
      star: 4,
      relation: '' as const,
      source: '' as const,
      consent: '',
    }
    await entries.create('testimonials', data, { by: 'test' })
    await publisher.idle()
    const { headers, text } = await site.ask('/api/content')
    const { version } = await db.kysely
      .selectFrom('changes')
      .select((eb) => eb.fn.max('id').as('version'))
      .executeTakeFirstOrThrow()
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(text)).toMatchObject({
      version,
      testimonials: [{ order: 1, fullname: 'Ingrid', star: 4 }],
      projects: [],
      media: {},
    })
    expect(text).not.toContain('secret@mail.example')
  })

  it('sees a save as soon as it is published', async () => {
    const { settings, publisher } = site.services
    await settings.update({ name: 'Mira Solberg' }, { by: 'test' })
    await publisher.idle()
    expect((await site.ask('/')).text).toContain('Mira Solberg')
  })

  it('never sees settings that are the owner’s own', async () => {
    const { settings, publisher } = site.services
    const snippets = [{ title: 'No', text: 'Not for that budget.' }]
    await settings.update({ name: 'Mira', snippets, acknowledgement: 'In confidence.' }, { by: 'test' })
    await publisher.idle()
    const { text } = await site.ask('/api/content')
    const shown = JSON.parse(text).settings
    expect(shown).toMatchObject({ name: 'Mira', appearance: 'auto' })
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['snippets']))
    expect(text).not.toMatch(/budget|confidence|digestHour|acknowledge|notices/)
  })

  it('is logged as one JSON line, without its query', async () => {
    const before = site.lines.length
    await site.ask('/design?token=secret')
    const logged = () => site.lines.slice(before).find((line) => line.includes('"/design"'))
    await expect.poll(logged).toBeDefined()
    const line = JSON.parse(logged() ?? '')
    expect(line).toMatchObject({ level: 'info', event: 'request', method: 'GET', path: '/design', status: 200 })
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(site.lines.join('')).not.toContain('token=secret')
  })
})

describe('Every answer', () => {
  const expected = createSecurityHeaders('https://mira.example')()
  it.each([
    ['GET', '/'],
    ['HEAD', '/'],
    ['PUT', '/'],
    ['GET', '/design/'],
    ['GET', '/nothing'],
    ['GET', '/assets/boot-abc.js'],
    ['GET', '/api/content'],
    ['GET', '/api/nothing'],
    ['GET', '/healthz'],
    ['POST', '/api/messages'],
    ['DELETE', '/api/messages'],
  ])('carries the security headers: %s %s', async (method, target) => {
    const { headers } = await site.ask(target, { method })
    for (let i = 0; i < expected.length; i += 2) {
      const name = (expected[i] as string).toLowerCase()
      if (name !== 'content-security-policy') expect([name, headers[name]]).toEqual([name, expected[i + 1]])
    }
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('allows the styles that stand in its page by their hash, and no other', async () => {
    const { createHash } = await import('node:crypto')
    const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
    expect((await site.ask('/')).headers['content-security-policy']).toContain(`style-src 'self' ${hash};`)
    expect((await site.ask('/design')).headers['content-security-policy']).toContain(`style-src 'self';`)
  })

  it('says nothing of TLS on a site without', () => {
    expect(createSecurityHeaders('http://localhost:3000')()).not.toContain('Strict-Transport-Security')
  })
})

describe('A head sent ready made', () => {
  beforeAll(async () => {
    expect(await checkNodeInternals()).toBe(true)
  })

  const head = createAnswerHead(200, ['Content-Type', 'text/plain', 'Content-Length', '5', 'ETag', 'W/"x"'])
  it.each([
    ['GET', '1.1', 'keep-alive'],
    ['HEAD', '1.1', 'keep-alive'],
    ['GET', '1.1', 'close'],
    ['GET', '1.0', 'close'],
  ])('is byte for byte what writeHead sends: %s, HTTP/%s, %s', async (method, version, connection) => {
    const body = Buffer.from('hello')
    const whole = { head, body }
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      if (request.url === '/whole' && method === 'GET') sendWhole(response, whole)
      else {
        if (request.url === '/written') response.writeHead(head.status, head.headers)
        else sendHead(response, head)
        if (method === 'HEAD') response.end()
        else response.end(body)
      }
      if (connection === 'keep-alive') response.on('finish', () => request.socket.end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const ask = async (target: string) => {
      const said = await raw(
        port,
        `${method} ${target} HTTP/${version}\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`,
      )
      return said.replace(/Date: .*\r\n/, 'Date\r\n')
    }
    const written = await ask('/written')
    expect(written).toContain('ETag: W/"x"')
    expect(await ask('/ready')).toBe(written)
    expect(await ask('/whole')).toBe(written)
    server.close()
  })

  it('goes out in order when a visitor asks ahead, small and large bodies and none in turn', async () => {
    const bodies = [Buffer.from('first'), Buffer.alloc(200_000, 'second'), Buffer.from('third')]
    const answers = bodies.map((body) => ({
      head: createAnswerHead(200, ['Content-Length', String(body.length)]),
      body,
    }))
    const unchanged = { head: createAnswerHead(304, ['ETag', 'W/"x"']) }
    const server = createServer((request, response) => {
      const index = Number(request.url?.slice(1))
      if (request.method === 'HEAD') sendWhole(response, unchanged)
      else sendWhole(response, answers[index] as Answer)
      if (index === 3) response.on('finish', () => request.socket.end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const asked = ['GET /0', 'GET /1', 'HEAD /1', 'GET /2', 'HEAD /3']
    const said = await raw(port, asked.map((target) => `${target} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    server.close()
    const parts = said.split(/HTTP\/1\.1 (200|304) [\s\S]*?\r\n\r\n/)
    const [first, second, third] = bodies.map(String)
    expect(parts).toEqual(['', '200', first, '200', second, '304', '', '200', third, '304', ''])
  })

  it('carries the second in which it is sent', async () => {
    const seen = (await site.ask('/')).headers.date as string
    const isNow = async () => {
      const asked = Math.floor(Date.now() / 1000) * 1000
      const told = Date.parse((await site.ask('/')).headers.date as string)
      return told >= asked && told <= Date.now()
    }
    await expect.poll(isNow).toBe(true)
    await expect.poll(async () => (await site.ask('/')).headers.date).not.toBe(seen)
    await expect.poll(isNow).toBe(true)
  })
})

describe('An address with letters that are escaped', () => {
  const [cafe, sharp, plus] = ['/projects/tag/caf%C3%A9', '/projects/tag/c%23', '/projects/tag/c%2B%2B'] as const
  const tags = [cafe, sharp, plus]
  let tagged: LiveSite
  beforeAll(async () => {
    tagged = await startLiveSite(
      {},
      {
        ...lineSite,
        *pages(content) {
          for (const one of lineSite.pages(content)) {
            yield one
            if (one.path === '/design') for (const path of tags) yield { ...one, path }
          }
        },
      },
    )
  })
  afterAll(() => tagged.stop())

  it.each([
    ['/projects/tag/caf%C3%A9/', cafe],
    ['/projects/tag/Caf%C3%A9', cafe],
    ['/projects/tag/caf%c3%a9', cafe],
    ['/projects/tag/CAF%C3%89?a=b', `${cafe}?a=b`],
    ['/projects/tag/c%23/', sharp],
    ['/Projects/tag/C%23', sharp],
    ['/projects/tag/c++', plus],
  ])('is found when it is spelled %s', async (from, to) => {
    const { status, headers } = await tagged.ask(from)
    expect([status, headers.location]).toEqual([308, to])
    expect((await tagged.ask(to)).status).toBe(200)
  })

  it.each(['/projects/tag/caf%C3', '/projects/tag/%', '/projects%2Ftag/c%23', '/projects/tag/c%2523'])(
    'is not found as %s',
    async (target) => {
      expect((await tagged.ask(target)).status).toBe(404)
    },
  )
})

describe('An address that has moved', () => {
  it('leads on, to HEAD as to GET, by its canonical name too, and is never “not modified”', async () => {
    const { status, headers, text } = await site.ask('/projects')
    expect([status, headers.location, text]).toEqual([308, '/#portfolio', 'See the portfolio.'])
    const head = await site.ask('/projects', { method: 'HEAD' })
    expect([head.status, head.headers.location, head.text]).toEqual([308, '/#portfolio', ''])
    const again = await site.ask('/projects', { headers: { 'if-none-match': String(headers.etag) } })
    expect([again.status, again.headers.location]).toEqual([308, '/#portfolio'])
    const canonical = await site.ask('/Projects/?x=1')
    expect([canonical.status, canonical.headers.location]).toEqual([308, '/projects?x=1'])
    const asked = await site.ask('/projects?from=news&to=1')
    expect([asked.status, asked.headers.location]).toEqual([308, '/?from=news&to=1#portfolio'])
    expect((await site.ask('/projects?x=1', { method: 'POST' })).status).toBe(405)
    expect((await site.ask('/projects', { method: 'POST' })).status).toBe(405)
  })

  it('is kept by caches no longer with a query than without one', async () => {
    const cachingOf = async (target: string) => (await site.ask(target)).headers['cache-control']
    expect(await cachingOf('/projects?from=news')).toBe(await cachingOf('/projects'))
    expect(await cachingOf('/projects')).toContain('max-age=0, s-maxage=10')
    expect(await cachingOf('/Design')).toBe('public, max-age=3600')
  })

  it('is the contact form for who opens its call as a page, and a refusal for a script', async () => {
    const page = await site.ask('/api/messages', { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } })
    expect([page.status, page.headers.location]).toEqual([303, '/#contact'])
    const old = await site.ask('/api/messages', { headers: { accept: 'text/html,*/*' } })
    expect([old.status, old.headers.location]).toEqual([303, '/#contact'])
    const script = await site.ask('/api/messages', { headers: { accept: 'application/json' } })
    expect([script.status, script.headers.location]).toEqual([401, undefined])
  })
})
