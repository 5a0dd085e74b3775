import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../check.ts'
import { atLeast, figure, pageFigures } from '../support/figures.ts'
import { withOwned } from '../support/owned-product.ts'
import { dribble } from '../support/raw.ts'
import { watchPage } from '../support/watch-page.ts'

const body = `POST /api/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`

/** Holds twice so many connections for 19 seconds. */
export const scanSlowClients = async ({ url, port }: { url: string; port: number }, count: number) => {
  const slowHeaders = dribble(port, count, ['GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ', 'b'], 700)
  const slowBodies = dribble(port, count, [body, ' '], 700)
  try {
    await sleep(1000)
    const held = slowHeaders.open() + slowBodies.open()
    const watch = watchPage(url)
    await sleep(10_500)
    const headersLeft = slowHeaders.open()
    await sleep(7500)
    const bodiesLeft = slowBodies.open()
    const met = await watch.stop()
    return [
      atLeast('connections held', held, count * 2),
      figure('with half a header, after 11.5 s', headersLeft, { atMost: 0 }),
      figure('with half a body, after 19 s', bodiesLeft, { atMost: 0 }),
      ...pageFigures(met),
    ]
  } finally {
    slowHeaders.stop()
    slowBodies.stop()
  }
}

/** Clients that send a letter a second, to hold what others need. */
export const slowClients: Check = {
  name: 'slow-clients',
  kind: 'threat',
  quick: true,
  beside: true,
  promise:
    'Hundreds of connections that send their headers or bodies a letter at a time are ended, headers after eight seconds, bodies after fifteen; meanwhile everyone else is served.',
  run: ({ times }) => withOwned({}, (product) => scanSlowClients(product, times(900, 150))),
}
