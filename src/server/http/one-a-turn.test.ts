import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { oneATurn } from './load-on-first-request.ts'

it('a visit is answered between calls that arrived together before it', async () => {
  const order: string[] = []
  const call = oneATurn((request, response) => {
    const end = performance.now() + 10
    while (performance.now() < end);
    order.push(request.url ?? '')
    response.end()
  })
  const server = createServer((request, response) => {
    if (request.url !== '/visit') return call(request, response)
    order.push('visit')
    response.end()
  })
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = await Promise.all(
    Array.from({ length: 21 }, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  await expect.poll(() => accepted).toBe(21)
  for (const [n, socket] of sockets.entries())
    socket.write(`GET ${n < 20 ? `/call/${n}` : '/visit'} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await expect.poll(() => order.length).toBe(21)
  expect(order.indexOf('visit')).toBeLessThan(10)
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})
