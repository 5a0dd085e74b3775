import { type ProductOptions, startProduct } from '../../tests/support/product.ts'
import { call } from './call.ts'
import { atMost, none } from './figures.ts'
import { claimToken, ownerPassword, person } from './owned-product.ts'

/** Strangers try claim tokens on a site that nobody owns yet, from one address and from many; whoever holds the right one must get it. */
export const scanClaimLockOut = async (options: Pick<ProductOptions, 'checkout'> = {}) => {
  const env = { CLAIM_TOKEN: claimToken, LIMITS: 'on', TRUST_PROXY: '1' }
  const product = await startProduct({ ...options, empty: true, env })
  const claim = (name: string, token: string, from: string) =>
    call(`${product.url}/api/auth/sign-up/email`, {
      method: 'POST',
      body: { ...person(name), password: ownerPassword, claim: token },
      headers: { origin: product.url, 'x-forwarded-for': from },
    })
  try {
    const fromOne = await Promise.all(Array.from({ length: 60 }, (_, n) => claim('Mallory', `wrong ${n}`, '10.5.0.1')))
    for (let at = 0; at < 240; at += 20)
      await Promise.all(Array.from({ length: 20 }, (_, n) => claim('Mallory', `wrong ${at + n}`, `10.6.${at + n}.1`)))
    const owner = await claim('Olga', claimToken, '10.7.0.1')
    return [
      atMost('claim tokens looked at from one address', fromOne.filter(({ status }) => status !== 429).length, 20),
      none(
        'right claims refused after 300 wrong ones',
        owner.status === 200 ? [] : [`${owner.status} ${owner.text.slice(0, 100)}`],
      ),
    ]
  } finally {
    await product.stop()
  }
}
