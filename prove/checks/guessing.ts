import type { Check } from '../check.ts'
import { figure, none } from '../support/figures.ts'
import { type OwnedProduct, person, withOwned } from '../support/owned-product.ts'

/** Everything by which somebody may pretend to come from elsewhere. */
const disguise = (n: number) => ({
  'x-forwarded-for': `10.${n % 250}.0.${n % 200}, 192.0.2.${n % 250}`,
  'x-real-ip': `10.1.${n % 250}.1`,
  forwarded: `for=10.2.${n % 250}.1;proto=https`,
  'cf-connecting-ip': `10.3.${n % 250}.1`,
  'true-client-ip': `10.4.${n % 250}.1`,
  'x-client-ip': `10.5.${n % 250}.1`,
  'x-vitrine-client-address': `10.6.${n % 250}.1`,
  'user-agent': `browser ${n}`,
  host: n % 3 === 0 ? `host${n}.example` : undefined,
})

/** Tries wrong passwords of one account; tells how many of them were looked at. */
export const scanGuessing = async (product: OwnedProduct, tries: number) => {
  const { email } = person('Olga')
  const looked: string[] = []
  const odd: string[] = []
  const guess = async (password: string, n: number) => {
    const spelled = [email, email.toUpperCase(), ` ${email} `, email.replace('@', '@')][n % 4]
    const headers = Object.fromEntries(
      Object.entries({ origin: product.url, ...disguise(n) }).filter(([, value]) => value !== undefined),
    )
    return product.ask('/api/auth/sign-in/email', { method: 'POST', body: { email: spelled, password }, headers })
  }
  for (let n = 0; n < tries; n += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, m) => guess(`wrong and long ${n + m}`, n + m)))
    for (const { status, text } of answers) {
      if (status === 401) looked.push(text)
      else if (status !== 429 && status !== 422) odd.push(`${status} ${text.slice(0, 100)}`)
    }
  }
  const right = await guess(person('Olga').password, 1)
  return [
    figure('wrong passwords tried', tries, { atLeast: tries }),
    figure('of them looked at within 15 minutes', looked.length, { atMost: 5 }),
    none('answers other than 401 and 429', odd),
    none('let in by the right password meanwhile', right.status === 429 ? [] : [right.status]),
  ]
}

/** Guessing, in every disguise. */
export const guessing: Check = {
  name: 'guessing',
  kind: 'threat',
  promise:
    'At most five passwords of an account are checked in 15 minutes, whatever the headers are and however many arrive at once. A restart does not reset the limit.',
  run: ({ times }) => withOwned({ env: { LIMITS: 'on' } }, (product) => scanGuessing(product, times(400, 60))),
}
