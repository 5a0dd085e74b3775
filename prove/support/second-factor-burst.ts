import { secretOf, totpCode, totpStep } from '../../tests/support/totp.ts'
import type { Answer } from './call.ts'
import { figure, none } from './figures.ts'
import { type OwnedProduct, ownerPassword, person } from './owned-product.ts'

export const cookieOf = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

export const codePaths = {
  totp: '/api/auth/two-factor/verify-totp',
  recovery: '/api/auth/two-factor/verify-backup-code',
}
type Kind = keyof typeof codePaths

/** A call from a page of whichever process answers it. */
export const post = (product: OwnedProduct, path: string, body: unknown, cookie = '') =>
  product.ask(path, { method: 'POST', body, headers: { origin: product.url, ...(cookie ? { cookie } : {}) } })

/** Registers a person with a second factor; `cookie` is that of the device. */
export const turnOn = async (product: OwnedProduct, name: string) => {
  await product.register(name)
  const cookie = await product.signIn(person(name).email)
  const { json } = await post(product, '/api/auth/two-factor/enable', { password: ownerPassword }, cookie)
  const secret = secretOf(json.totpURI)
  const code = (steps: number) => totpCode(secret, totpStep(Date.now()) + steps)
  const { status, text } = await post(product, codePaths.totp, { code: code(-1) }, cookie)
  if (status !== 200) throw new Error(`The second factor could not be set up: ${status} ${text}`)
  return { code, cookie, recovery: json.backupCodes as string[] }
}

/** Sends codes at once to all processes; tells how many were looked at, and whether a right one is told from a wrong one then. */
export const scanCodes = async (
  products: readonly OwnedProduct[],
  name: string,
  kinds: readonly Kind[],
  count: number,
) => {
  const [first] = products as [OwnedProduct]
  const { code, recovery } = await turnOn(first, name)
  const begin = async (product: OwnedProduct) =>
    cookieOf(await post(product, '/api/auth/sign-in/email', { email: person(name).email, password: ownerPassword }))
  const challenges = await Promise.all(products.map(begin))
  const wrongCode = { totp: (n: number) => String(100_000 + n), recovery: (n: number) => `wrong-${n}` }
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const at = n % products.length
      const kind = kinds[Math.floor(n / products.length) % kinds.length] as Kind
      return post(products[at] as OwnedProduct, codePaths[kind], { code: wrongCode[kind](n) }, challenges[at])
    }),
  )
  const lookedAt = answers.filter(({ status }) => status !== 429)
  const locked = await Promise.all([
    post(first, codePaths.totp, { code: code(0) }, challenges[0]),
    post(first, codePaths.totp, { code: '000000' }, challenges[0]),
    post(first, codePaths.recovery, { code: recovery[0] }, challenges[0]),
    post(first, codePaths.recovery, { code: 'wrong' }, challenges[0]),
  ])
  const alike = new Set(locked.map(({ status, text }) => `${status} ${text.replace(/[\w-]{36}/g, 'id')}`))
  return [
    figure(`${name}: codes sent at once`, count, { atLeast: count }),
    figure(`${name}: of them looked at`, lookedAt.length, { atLeast: 1, atMost: 5 }),
    none(
      `${name}: answers to looked-at codes other than 422`,
      lookedAt.map(({ status }) => status).filter((one) => one !== 422),
    ),
    figure(
      `${name}: different answers to right and wrong codes while locked`,
      alike.size,
      { atMost: 1 },
      {
        note: [...alike].join(' | ').slice(0, 200),
      },
    ),
    none(
      `${name}: let in while locked`,
      locked.map(({ status }) => status).filter((status) => status === 200),
    ),
  ]
}
