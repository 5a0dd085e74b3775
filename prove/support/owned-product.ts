import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Product, type ProductOptions, startProduct } from '../../tests/support/product.ts'
import { type Answer, call, type Sent } from './call.ts'

export const claimToken = 'the claim token of these checks'.replaceAll(' ', '-')
export const ownerPassword = 'four lighthouses and a ferry'

export const person = (name: string) => ({
  name,
  surname: 'Example',
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@people.example`,
  password: ownerPassword,
})

/** The built product with an owner who is signed in. */
export interface OwnedProduct extends Product {
  /** A call as nobody in particular. */
  ask(path: string, sent?: Sent): Promise<Answer>
  /** A call of the owner's. */
  own(method: string, path: string, body?: unknown, headers?: http.OutgoingHttpHeaders): Promise<Answer>
  /** The Cookie header of a new session. */
  signIn(email: string, password?: string): Promise<string>
  register(name: string): Promise<void>
  /** As a power cut ends it. */
  kill(): Promise<void>
  cookie: string
}

const cookieOf = ({ headers }: Answer) => (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

/** Dresses a running product: everything is asked over kept connections, in the owner's name where it must be. */
const dressed = (product: Product, cookie: string, origin = product.url): OwnedProduct => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const ask: OwnedProduct['ask'] = (path, sent = {}) => call(product.url + path, { agent, ...sent })
  const post = async (path: string, body: unknown) => {
    const answer = await ask(path, { method: 'POST', body, headers: { origin } })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }
  const owned: OwnedProduct = {
    ...product,
    cookie,
    ask,
    own: (method, path, body, headers = {}) =>
      ask(path, { method, body, headers: { origin, cookie: owned.cookie, ...headers } }),
    signIn: async (email, password = ownerPassword) =>
      cookieOf(await post('/api/auth/sign-in/email', { email, password })),
    register: async (name) => {
      await post('/api/auth/sign-up/email', person(name))
    },
    kill: async () => {
      process.kill(product.pid, 'SIGKILL')
      await owned.stop()
    },
    stop: async () => {
      agent.destroy()
      return product.stop()
    },
  }
  return owned
}

const withClaim = (options: ProductOptions): ProductOptions => ({
  empty: true,
  ...options,
  env: { CLAIM_TOKEN: claimToken, LIMITS: 'off', ...options.env },
})

/** Starts it, without samples unless told otherwise, and makes its owner. */
export const startOwned = async (options: ProductOptions = {}): Promise<OwnedProduct> => {
  const started = await startProduct(withClaim(options))
  const origin = options.env?.PUBLIC_URL ?? started.url
  const product = dressed(started, '', origin)
  // It answers visitors a moment before it has opened the claim.
  while (!product.said().includes('Make it yours')) await sleep(5)
  const olga = person('Olga')
  const up = await product.ask('/api/auth/sign-up/email', {
    method: 'POST',
    body: { ...olga, claim: claimToken },
    headers: { origin },
  })
  if (up.status !== 200) throw new Error(`Nobody could register: ${up.text}`)
  product.cookie = await product.signIn(olga.email)
  return product
}

/** Starts it again on a folder where it had an owner, who is still signed in. */
export const startAgain = async (
  cookie: string,
  options: ProductOptions & { dataDir: string },
): Promise<OwnedProduct> => dressed(await startProduct(withClaim(options)), cookie)

/** Starts it for some work and ends it whatever comes. */
export const withOwned = async <T>(
  options: ProductOptions,
  work: (product: OwnedProduct) => Promise<T>,
): Promise<T> => {
  const product = await startOwned(options)
  try {
    return await work(product)
  } finally {
    await product.stop()
  }
}
