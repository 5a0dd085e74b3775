import type { Check } from '../check.ts'
import type { Sent } from '../support/call.ts'
import { atMost, figure, none } from '../support/figures.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'

const long = 15_500
const filled = (text: string) => text.repeat(Math.floor(long / text.length))
const json = (body: string): Sent => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
const keys = `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":1`).join(',')}}`

/** Requests of hostile length, none of which asks anything of the database. */
const hostile: [name: string, path: string, sent?: Sent][] = [
  ['a path of slashes', `${filled('/')}x`],
  ['a page and slashes', `/design${filled('/')}x`],
  ['a path of escapes', `/${filled('%41')}`],
  ['a path of half an escape', `/${filled('%')}`],
  ['slashes below the API', `/api${filled('/')}x`],
  ['a query of ampersands', `/?${filled('&')}`],
  ['a query of escapes', `/?${filled('%41')}`],
  ['entity tags', '/', { headers: { 'if-none-match': filled('"a",') } }],
  ['commas for entity tags', '/', { headers: { 'if-none-match': filled(',') } }],
  ['encodings', '/', { headers: { 'accept-encoding': filled('x;q=0.5,') } }],
  ['cookies', '/api/openapi.json', { headers: { cookie: filled('a=b; ') } }],
  ['forwarded addresses', '/', { headers: { 'x-forwarded-for': filled(',') } }],
  ['the description', '/api/openapi.json'],
  ['the description as a page', '/api/docs'],
  ['unknown keys', '/api/messages', json(keys)],
  [
    'unknown fields of a form',
    '/api/messages',
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Array.from({ length: 8000 }, (_, n) => `k${n}`).join('&'),
    },
  ],
]

/** The least of several tries, in ms, beyond what a page takes: what a call costs, without what else the machine did. */
const costs = async ({ ask }: OwnedProduct, rounds: number) => {
  const least = async (path: string, sent: Sent = {}) => {
    let best = Number.POSITIVE_INFINITY
    let status = 0
    for (let round = 0; round < rounds; round += 1) {
      const answer = await ask(path, sent)
      best = Math.min(best, answer.ms)
      status = answer.status
    }
    return { ms: best, status }
  }
  const page = (await least('/')).ms
  const all: { name: string; ms: number; status: number }[] = []
  for (const [name, path, sent] of hostile) {
    const { ms, status } = await least(path, sent)
    all.push({ name, status, ms: Math.max(0, ms - page) })
  }
  return all
}

/** Requests as long as the limits let through. */
export const regularExpressions: Check = {
  name: 'regular-expressions',
  kind: 'threat',
  timed: true,
  promise:
    'A path, a header or a body of the maximum length, full of text that the expressions match, costs at most 2 ms more than a page.',
  run: ({ times }) =>
    withOwned({}, async (product) => {
      const all = await costs(product, times(60, 25))
      return [
        ...all.map(({ name, ms }) => atMost(name, ms, 2, 'ms')),
        none(
          'answered by a fault of ours',
          all.filter(({ status }) => status >= 500).map(({ name }) => name),
        ),
        figure('kinds of requests', all.length, { atLeast: 15 }),
      ]
    }),
}
