import { figure, none } from './figures.ts'
import { type OwnedProduct, ownerPassword, person } from './owned-product.ts'
import { codePaths, cookieOf, post, turnOn } from './second-factor-burst.ts'

const deviceOf = (cookie: string) => cookie.split('; ').filter((pair) => pair.includes('-device='))

/** Strangers who know a password use up all codes of the second factor; the device that has signed in before must get in all the same. */
export const scanCodeLockOut = async (product: OwnedProduct, name: string) => {
  const { code, cookie } = await turnOn(product, name)
  const account = { email: person(name).email, password: ownerPassword }
  const begin = async (device: string) => cookieOf(await post(product, '/api/auth/sign-in/email', account, device))
  const challenge = await begin('')
  const wrong = await Promise.all(
    Array.from({ length: 40 }, (_, n) => post(product, codePaths.totp, { code: String(100_000 + n) }, challenge)),
  )
  const stranger = await post(product, codePaths.totp, { code: code(0) }, challenge)
  // Without its session: what is asked is whether it can sign in.
  const device = deviceOf(cookie).join('; ')
  const known = await post(product, codePaths.totp, { code: code(0) }, `${device}; ${await begin(device)}`)
  return [
    figure('of 40 codes of strangers looked at', wrong.filter(({ status }) => status !== 429).length, {
      atLeast: 1,
      atMost: 5,
    }),
    none('right codes of strangers looked at then', stranger.status === 429 ? [] : [stranger.status]),
    none(
      'known devices kept from entering a right code',
      known.status === 200 ? [] : [`${known.status} ${known.text.slice(0, 100)}`],
    ),
  ]
}
