import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from '../support/product.ts'

let first: Product
let second: Product
const claim = 'claim-token-of-the-tests'
const person = {
  name: 'Ada',
  surname: 'Byron',
  username: 'ada',
  email: 'ada@example.com',
  password: 'Ada keeps four lighthouses',
}

beforeAll(async () => {
  first = await startProduct({ empty: true, env: { CLAIM_TOKEN: claim } })
  second = await startProduct({ empty: true, dataDir: first.dataDir, env: { CLAIM_TOKEN: claim } })
}, 180_000)
afterAll(async () => {
  await second?.stop()
  await first?.stop()
})

it('what one process on the same SQLite file publishes, the other shows within a few seconds', async () => {
  const call = async (method: string, path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin: second.url, ...(cookie ? { cookie } : {}) }
    const response = await fetch(second.url + path, { method, headers, body: JSON.stringify(body) })
    expect(response.status, `${path}: ${await response.clone().text()}`).toBeLessThan(300)
    return response
  }
  await call('POST', '/api/auth/sign-up/email', { ...person, claim })
  const { email, password } = person
  const signedIn = await call('POST', '/api/auth/sign-in/email', { email, password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const page = async (product: Product) => (await fetch(product.url)).text()
  expect(await page(first)).not.toContain('Tinsmithing')
  await call('POST', '/api/entries/skills', { data: { name: 'Tinsmithing', percent: 80 } }, cookie)
  expect(await page(second)).toContain('Tinsmithing')
  await expect
    .poll(async () => (await page(first)).includes('Tinsmithing'), { timeout: 8000, interval: 100 })
    .toBe(true)
}, 60_000)
