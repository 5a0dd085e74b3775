import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { checkNamed } from '../../../tests/support/health-check.ts'
import { readConfig } from '../process/config.ts'
import { type HealthView, Warning } from './health-check.ts'

const view = (env: Record<string, string>, headers?: Record<string, string>): HealthView => ({
  config: readConfig(env),
  clientFolder: '',
  now: 0,
  database: async () => '',
  facts: async () => undefined,
  connections: async () => ({}),
  ...(headers ? { running: { publishingFailure: undefined, cspReports: [], headers: new Headers(headers) } } : {}),
})

const { run: proxyFlaw } = checkNamed('Address and proxy')

const tls = 'https://mira.example'

it.each<[string, Record<string, string>, Record<string, string>]>([
  ['without a proxy', { PUBLIC_URL: 'http://localhost:3000' }, { host: 'localhost:3000' }],
  [
    'behind a proxy',
    { PUBLIC_URL: tls, TRUST_PROXY: '1' },
    { host: 'x', 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'https' },
  ],
  ['behind 2 proxies', { PUBLIC_URL: tls, TRUST_PROXY: '2' }, { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' }],
])('finds nothing wrong %s', async (says, env, headers) => {
  expect(await proxyFlaw(view(env, headers))).toContain(says)
})

it.each<[string, Record<string, string>, Record<string, string>]>([
  ['Set TRUST_PROXY=1.', { PUBLIC_URL: tls }, { 'x-forwarded-for': '10.0.0.1' }],
  ['Set TRUST_PROXY=1,', { PUBLIC_URL: tls, TRUST_PROXY: '2' }, { 'x-forwarded-for': '10.0.0.1' }],
  ['came through none', { PUBLIC_URL: tls, TRUST_PROXY: '1' }, {}],
  [
    'You came by http,',
    { PUBLIC_URL: tls, TRUST_PROXY: '1' },
    { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'http' },
  ],
  ['You came by 10.0.0.9:3000', { PUBLIC_URL: 'http://localhost:3000' }, { host: '10.0.0.9:3000' }],
  ['not encrypted', { PUBLIC_URL: 'http://mira.example' }, { host: 'mira.example' }],
])('says what to do: %s', async (says, env, headers) => {
  await expect(proxyFlaw(view(env, headers))).rejects.toThrow(Warning)
  await expect(proxyFlaw(view(env, headers))).rejects.toThrow(says)
})

it('warns of an address in clear also where nothing runs', async () => {
  await expect(proxyFlaw(view({ PUBLIC_URL: 'http://mira.example' }))).rejects.toThrow('not encrypted')
})

it('asks at PUBLIC_URL while there is no request to look at', async () => {
  let answer = 'something else'
  const server = createServer((_, response) => response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const PUBLIC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(proxyFlaw(view({ PUBLIC_URL }))).rejects.toThrow('something else answers')
  answer = '{"publishing":"ok"}'
  expect(await proxyFlaw(view({ PUBLIC_URL }))).toContain('leads here')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(proxyFlaw(view({ PUBLIC_URL }))).rejects.toThrow('does not answer')
})
