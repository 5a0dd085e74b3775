import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, password, person, type TestApp } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { hashInEarnest } from '../../../tests/support/password-cost.ts'

onOneDatabase('Whether an address has an account', (store) => {
  // Most of the compared time is the hash.
  hashInEarnest()
  let app: TestApp
  let mailing: TestApp
  beforeAll(async () => {
    app = await createTestApp(store(), { limits: false })
    // Its outbox is not started: sending comes after the answer.
    mailing = await createTestApp(store(), {
      limits: false,
      smtp: { url: 'smtp://127.0.0.1:9', from: 'a@mira.example' },
    })
    await app.browser().post('/api/auth/sign-up/email', person('Known'))
  })
  afterAll(async () => {
    await mailing.close()
    await app.close()
  })

  const computed = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }

  const least = 11
  const most = 55

  /**
   * In ms, by how much the least that each computes differs: what the machine or this process does besides only adds to it, and meets both,
   * turn and turn about; where it met one more often, more rounds tell. `npm run prove -- deadlines` compares what a stranger can measure.
   */
  const compare = async (known: (n: number) => Promise<unknown>, unknown: (n: number) => Promise<unknown>) => {
    const times: [number, number] = [Infinity, Infinity]
    const gap = () => Math.abs(times[0] - times[1])
    for (let n = 0; n < least || (n < most && gap() >= 10); n += 1)
      for (const [at, call] of [known, unknown].entries()) {
        const started = computed()
        await call(n)
        times[at as 0 | 1] = Math.min(times[at as 0 | 1], computed() - started)
      }
    return gap()
  }

  it('is not told by signing up: the same answer, with the same work', async () => {
    const send = async (name: string) =>
      app.browser().post('/api/auth/sign-up/email', { ...person('Known'), email: `${name}@people.example` })
    const [known, unknown] = [await send('known'), await send('unknown')]
    const shape = ({ status, body, headers, setCookies }: typeof known) => ({
      status,
      body: { ...body.user, email: '' },
      cookies: setCookies.length,
      headers: [...headers.keys()],
    })
    expect(shape(known)).toEqual(shape(unknown))
    const gap = await compare(
      () => send('known'),
      (n) => send(`unknown${n}`),
    )
    expect(gap).toBeLessThan(10)
  })

  it('is not told by two at once with one address', async () => {
    const twins = await Promise.all(
      Array.from({ length: 8 }, () => app.browser().post('/api/auth/sign-up/email', person('Twin'))),
    )
    expect(twins.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await app.services.accounts.users.list()).users.filter(({ name }) => name === 'Twin')).toHaveLength(1)
    expect(
      (await app.browser().post('/api/auth/sign-in/email', { email: person('Twin').email, password })).status,
    ).toBe(200)
  })

  it('is not told by a forgotten password: the same answer, with the same work', async () => {
    const send = (email: string) => mailing.browser().post('/api/password-resets', { email })
    const gap = await compare(
      () => send(person('Known').email),
      (n) => send(`nobody${n}@people.example`),
    )
    expect(gap).toBeLessThan(10)
  })

  it.each([
    ['an email address', person('Known').email, (n: number) => `nobody${n}@people.example`],
    ['a username', person('Known').username, (n: number) => `nobody${n}`],
  ])('is not told by signing in with %s: the same answer, with the same work', async (_, known, unknown) => {
    const send = (email: string) =>
      app.browser().post('/api/auth/sign-in/email', { email, password: 'not this one at all' })
    const gap = await compare(
      () => send(known),
      (n) => send(unknown(n)),
    )
    expect(gap).toBeLessThan(10)
  })
})
