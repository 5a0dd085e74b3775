import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copySampleData, startProduct } from '../../tests/support/product.ts'
import { fillWithProjects } from './many-entries.ts'

export interface OwnedProduct {
  url: string
  pid: number
  /** The session cookie of its owner. */
  cookie: { name: string; value: string }
  /** The secret of a token that may write. */
  token: string
  stop(): Promise<void>
}

/** The claim token that the product is started with. */
export const claim = 'the-claim-token-of-the-bench'
const owner = { name: 'Ada', surname: 'Byron', username: 'ada', email: 'ada@example.com' }
const password = 'Ada keeps four lighthouses'

const withSamples = async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-owned-'))
  await copySampleData(dataDir)
  return dataDir
}

const post = async (url: string, address: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(url + address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Signs the owner in, who was signed up before; returns the session cookie as a header has it. */
export const signInOwner = async (url: string): Promise<string> => {
  const session = await post(url, '/api/auth/sign-in/email', { email: owner.email, password })
  return (session.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

/** Signs the owner up on a product that was started with the claim token. */
export const claimOwner = async (url: string): Promise<Pick<OwnedProduct, 'cookie' | 'token'>> => {
  await post(url, '/api/auth/sign-up/email', { ...owner, password, claim })
  const pair = await signInOwner(url)
  const at = pair.indexOf('=')
  const made = await post(url, '/api/tokens', { name: 'Bench', scope: 'write' }, { cookie: pair })
  const { secret } = (await made.json()) as { secret: string }
  return { cookie: { name: pair.slice(0, at), value: pair.slice(at + 1) }, token: secret }
}

/** The built product with so many projects in all, and an owner; with the samples, or on a data directory that it deletes at its end. */
export const startOwned = async (
  projects = 0,
  given?: string,
  env: Record<string, string> = {},
): Promise<OwnedProduct> => {
  const dataDir = given ?? (await withSamples())
  if (projects > 0) await fillWithProjects(dataDir, projects)
  const product = await startProduct({ dataDir, env: { CLAIM_TOKEN: claim, LIMITS: 'off', ...env } })
  return {
    url: product.url,
    pid: product.pid,
    ...(await claimOwner(product.url)),
    stop: async () => {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
