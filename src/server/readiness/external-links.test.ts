import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { checkLinks, deadReason, isPublicAddress, type LinkNetwork } from './external-links.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

const calls: string[] = []
const serve = async (answer: RequestListener): Promise<number> => {
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

const signal = () => AbortSignal.timeout(20_000)
const loopback = { address: '127.0.0.1', family: 4 }
/** Every name is a loopback one, which counts as public here but for those that are called private. */
const local: LinkNetwork = {
  resolve: async (host) => [host.startsWith('private') ? { address: '10.0.0.7', family: 4 } : loopback],
  isPublic: (address) => address === '127.0.0.1',
}

describe('addresses', () => {
  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.31.255.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
    ],
    ...[
      '255.255.255.255',
      '198.18.0.1',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
    ],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'localhost', ''],
  ])('%s is no public one', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a01:4f8::1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})

describe('a link to another site', () => {
  it('into a private network is never called: by address, by name, by a name with a second address, by redirect', async () => {
    const port = await serve((_, response) => {
      response.writeHead(302, { location: 'http://private.net/secret' }).end()
    })
    const before = calls.length
    const rebinding = {
      ...local,
      isPublic: isPublicAddress,
      resolve: async () => [{ address: '8.8.8.8', family: 4 }, loopback],
    }
    for (const [url, network] of [
      [`http://127.0.0.1:${port}/`, undefined],
      [`http://[::ffff:127.0.0.1]:${port}/`, undefined],
      [`http://2130706433:${port}/`, undefined],
      [`http://localhost:${port}/`, undefined],
      [`http://anyone.net:${port}/`, { ...local, isPublic: isPublicAddress }],
      [`http://anyone.net:${port}/`, rebinding],
    ] as const)
      expect(await deadReason(url, signal(), network), url).toContain('private network')
    expect(calls.length).toBe(before)
    expect(await deadReason(`http://open.net:${port}/`, signal(), local)).toContain('private network')
    expect(calls.slice(before)).toEqual(['HEAD open.net/'])
  })

  it('is asked for by HEAD, then by GET where that fails, and its redirects are followed', async () => {
    const port = await serve((request, response) => {
      const { method, url } = request
      if (url === '/moved') response.writeHead(301, { location: '/there' }).end()
      else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else if (url === '/get') response.writeHead(method === 'GET' ? 200 : 405).end('x')
      else if (url === '/robots') response.writeHead(403).end()
      else if (url === '/mail') response.writeHead(302, { location: 'ftp://a.net/' }).end()
      else response.writeHead(url === '/gone' ? 404 : 200).end()
    })
    const outcomes = await checkLinks(
      ['there', 'moved', 'get', 'robots', 'gone', 'loop', 'mail'].map((path) => `http://a.net:${port}/${path}`),
      local,
    )
    expect([...outcomes].map(([url, reason]) => [url.split('/').pop(), reason]).sort()).toEqual([
      ['get', null],
      ['gone', 'The answer is 404.'],
      ['loop', 'It is redirected more than 5 times.'],
      ['mail', 'It leads to no web page.'],
      ['moved', null],
      ['robots', null],
      ['there', null],
    ])
  })

  it('to a host that is not there, or does not answer, is dead', async () => {
    const missing = { ...local, resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) }
    expect(await deadReason('https://nobody.net/', signal(), missing)).toBe('There is no such host.')
    const port = await serve(() => {})
    expect(await deadReason(`http://slow.net:${port}/`, AbortSignal.timeout(200), local)).toBe(
      'Nothing answered in time.',
    )
  })

  it('that is answered with another protocol is dead, and keeps nobody waiting', async () => {
    const port = await serve((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    })
    expect(await deadReason(`http://a.net:${port}/`, signal(), local)).toBe('It hangs up without an answer.')
  })
})
