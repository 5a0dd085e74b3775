import type { Check } from '../check.ts'
import { atLeast, figure, pageFigures } from '../support/figures.ts'
import { withOwned } from '../support/owned-product.ts'
import { dribble } from '../support/raw.ts'
import { until } from '../support/until.ts'
import { watchPage } from '../support/watch-page.ts'

const body = `POST /api/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`

const clients = 60

/** Holds twice so many connections until they are ended, about 19 seconds. */
export const scanSlowClients = async ({ url, port }: { url: string; port: number }, count: number) => {
  // From many addresses: one alone would get a share of the connections only.
  const slowHeaders = dribble(port, count, ['GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ', 'b'], 700, clients)
  const slowBodies = dribble(port, count, [body, ' '], 700, clients)
  try {
    await until(() => slowHeaders.connected() + slowBodies.connected() >= count * 2, 7000)
    const held = slowHeaders.open() + slowBodies.open()
    const watch = watchPage(url)
    await until(() => slowHeaders.open() === 0, 15_000)
    const headersLeft = slowHeaders.open()
    await until(() => slowBodies.open() === 0, 15_000)
    const bodiesLeft = slowBodies.open()
    const met = await watch.stop()
    return [
      atLeast('connections held', held, count * 2),
      figure('with half a header, at the end', headersLeft, { atMost: 0 }),
      figure('with half a body, at the end', bodiesLeft, { atMost: 0 }),
      ...pageFigures(met),
    ]
  } finally {
    slowHeaders.stop()
    slowBodies.stop()
  }
}

/** Clients that send a byte a second, to hold what others need. */
export const slowClients: Check = {
  name: 'slow-clients',
  kind: 'threat',
  quick: true,
  beside: true,
  promise:
    'Hundreds of connections that send their headers or bodies one byte at a time are closed, headers after eight seconds, bodies after fifteen; meanwhile everyone else is served.',
  run: ({ times }) => withOwned({}, (product) => scanSlowClients(product, times(900, 150))),
}
