import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { checkNamed } from '../../../tests/support/health-check.ts'
import { readConfig } from '../process/config.ts'
import type { HealthView } from './health-check.ts'

const view = (publicUrl: string): HealthView => ({
  config: readConfig({ PUBLIC_URL: publicUrl }),
  clientFolder: '',
  now: 0,
  database: async () => '',
  facts: async () => undefined,
  connections: async () => ({}),
})

it('the doctor asks the running site whether visitors see what is published', async () => {
  let answer: unknown = { pages: 'fresh' }
  const server = createServer((_, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const there = view(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const look = async () => checkNamed('Publishing').run(there)
  expect(await look()).toBe('The page shows what is published.')
  answer = { pages: 'stale', reason: 'The newest content cannot be shown.' }
  await expect(look()).rejects.toThrow('The newest content cannot be shown. Health in the admin area says why')
  answer = 'something else'
  expect(await look()).toContain('Not to be seen from here')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await look()).toContain('Not to be seen from here')
})
