import type { Figure } from '../../bench/figure.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, pageFigures } from '../support/figures.ts'
import { withOwned } from '../support/owned-product.ts'
import { dribble } from '../support/raw.ts'
import { until } from '../support/until.ts'
import { watchPage } from '../support/watch-page.ts'

const header = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: '
const body = `POST /api/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`

// From many addresses: one alone would get a share of the connections only.
const clients = 60

// The server looks every two seconds; the rest is for a busy machine.
const boundsMs = { headers: [7500, 11_500], bodies: [14_500, 19_000] } as const

const lifetimeFigures = (name: keyof typeof boundsMs, lifetimesMs: readonly number[], left: number): Figure[] => {
  const [atLeastMs, atMostMs] = boundsMs[name]
  const told = { unit: 'ms' } as const
  return [
    figure(`${name}: connections still open at the end`, left, { atMost: 0 }),
    figure(`${name}: shortest connection`, Math.min(...lifetimesMs), { atLeast: atLeastMs }, told),
    figure(`${name}: longest connection`, Math.max(...lifetimesMs), { atMost: atMostMs }, told),
  ]
}

/** Opens `count` connections of each kind and waits until the server has ended them: about 19 seconds, and no longer than `mostMs`. */
export const scanSlowClients = async (
  { url, port }: { url: string; port: number },
  count: number,
  mostMs = 120_000,
) => {
  const slowHeaders = dribble(port, count, [header, 'b'], 700, clients)
  const slowBodies = dribble(port, count, [body, ' '], 700, clients)
  const connected = () => slowHeaders.connected() + slowBodies.connected()
  try {
    await until(() => connected() >= count * 2, mostMs)
    const watch = watchPage(url)
    await until(() => slowHeaders.open() + slowBodies.open() === 0, mostMs)
    const met = await watch.stop()
    return [
      atLeast('connections opened', connected(), count * 2),
      ...lifetimeFigures('headers', slowHeaders.lifetimesMs(), slowHeaders.open()),
      ...lifetimeFigures('bodies', slowBodies.lifetimesMs(), slowBodies.open()),
      ...pageFigures(met),
    ]
  } finally {
    slowHeaders.stop()
    slowBodies.stop()
  }
}

/**
 * Clients that send a byte a second, to hold what others need. Those that read nothing and those that say nothing are `stalled-readers` and
 * `silent-refill`: they take Linux and Python, and nothing else on the machine.
 */
export const slowClients: Check = {
  name: 'slow-clients',
  kind: 'threat',
  quick: true,
  timed: true,
  promise:
    'Hundreds of connections that send their headers or bodies one byte at a time are closed: headers 8 to 11 seconds after the connection opened, bodies after 15 to 19. Meanwhile everyone else is served.',
  run: ({ times }) => withOwned({}, (product) => scanSlowClients(product, times(900, 150))),
}
